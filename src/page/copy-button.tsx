import { useEffect, useState } from 'preact/hooks';

/** Copies a text, and says that it did. */
export const CopyButton = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => setSaid((await write(text)) ? 'copied' : 'select it, and copy by hand');
  return (
    <button type="button" class="copy" aria-label={said ?? `Copy the ${what}`} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? 'Copy'}</span>
    </button>
  );
};

/** A text to be copied. */
export const Snippet = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="snippet">
    <CopyButton text={text} what={what} />
    <pre tabIndex={0}>{text}</pre>
  </div>
);

/** A page from disk may not be allowed to use the clipboard: then by a selection, as it was always done. */
const write = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
};
