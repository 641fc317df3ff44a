interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** What each of them is called, by its value. */
  readonly names: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

/** One of several, in a list that opens. */
export const Select = ({ label, value, names, onChoose }: SelectProps) => (
  <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
    {names.map(([one, name]) => (
      <option value={one}>{name}</option>
    ))}
  </select>
);
