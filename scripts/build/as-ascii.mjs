/**
 * What is not ASCII, as an escape: a single such character, and Node holds two bytes for each character of the file, and compiles
 * it more slowly. They stand in texts and expressions only.
 */
export const asAscii = (code) =>
  code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
