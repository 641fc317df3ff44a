/** So many texts are kept, and none that is longer: those that come again and again are few and short. */
const most = 200;
const longest = 5000;

/**
 * What is read of a text, once for all who ask soon again: clients send the same addresses, headers and forms again and again, and
 * to read them takes as long as to answer. What is made of a text must hang on nothing else, and never change.
 */
export const keptByText = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const known = new Map<string, Made>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (text.length > longest) return made;
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
};
