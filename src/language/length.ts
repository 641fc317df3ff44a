/* Lengths of time as the compiler can check them: a text written in the code has to be one. */

type Gap = '' | ' ';
type UpToMs = `${number}ms`;
type UpToS = UpToMs | `${number}s` | `${number}s${Gap}${UpToMs}`;
type UpToM = UpToS | `${number}m` | `${number}m${Gap}${UpToS}`;
type UpToH = UpToM | `${number}h` | `${number}h${Gap}${UpToM}`;
type UpToD = UpToH | `${number}d` | `${number}d${Gap}${UpToH}`;

/** Numbers that JavaScript reads and this library does not: below zero, in powers of ten, of another base, with blanks. */
type Strange =
  | `${string}${'-' | '+' | 'e' | 'E' | 'x' | 'b' | 'o'}${string}`
  | `${string} ${'d' | 'h' | 'm' | 's' | ' '}${string}`
  | ` ${string}`
  | `${string} `;

/**
 * The text itself where it is a length of time, such as `500ms`, `10m`, `1h30m`; the largest unit comes first. A text that
 * is only known when the code runs is checked then.
 */
type Length<Text extends string> = string extends Text
  ? Text
  : Text extends Strange
    ? NotALength
    : Text extends UpToD
      ? Text
      : NotALength;

interface NotALength {
  readonly hint: 'write a length of time such as "500ms", "10m" or "1h30m"';
}

export type LengthOf<Text extends string> = Text & Length<Text>;
