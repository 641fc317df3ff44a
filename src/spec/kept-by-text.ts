/** So many texts are kept, and none that is longer: those that come again and again are few and short. */
const most = 200;
const longest = 5000;

/** Keeps what is made for a text, for all who ask soon again. It must hang on nothing but the text, and never change. */
export const keepByText = <Made>(): ((text: string, make: (text: string) => Made) => Made) => {
  const known = new Map<string, Made>();
  return (text, make) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (text.length > longest) return made;
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
};

/**
 * What is read of a text, once for all who ask soon again: clients send the same addresses, headers and forms again and again, and
 * to read them takes as long as to answer.
 */
export const keptByText = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const keep = keepByText<Made>();
  return (text) => keep(text, make);
};
