import { useState } from 'preact/hooks';
import { CopyButton } from '../../copy-button.tsx';

/** So many characters are shown at first. */
const most = 4000;

/** A body as it was sent, but JSON, which is laid out. */
export const Body = ({ text, more }: { readonly text: string; readonly more?: number | undefined }) => {
  const [shownFor, setShownFor] = useState<string>();
  if (text === '' && more === undefined) return <p class="quiet">no body</p>;
  const formatted = format(text);
  const isCut = shownFor !== text && formatted.length > most;
  return (
    <div class="body">
      <CopyButton text={text} what="body" />
      <pre tabIndex={0}>{isCut ? `${formatted.slice(0, most)}…` : formatted}</pre>
      {isCut && (
        <button type="button" onClick={() => setShownFor(text)}>
          Show all ({sizeOf(formatted.length)})
        </button>
      )}
      {more !== undefined && <p class="quiet">and {sizeOf(more)} more, which the trace does not hold</p>}
    </div>
  );
};

const sizeOf = (length: number): string => (length < 1000 ? `${length} B` : `${Math.round(length / 1000)} kB`);

const format = (text: string): string => {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
