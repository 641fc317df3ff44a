interface SearchProps {
  readonly label: string;
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
}

/** What a list is searched by. */
export const Search = ({ label, sought, onSeek }: SearchProps) => (
  <input
    type="search"
    placeholder={label}
    aria-label={label}
    value={sought}
    onInput={(event) => onSeek(event.currentTarget.value)}
  />
);
