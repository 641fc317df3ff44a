export const spellOut: (code: string) => string;
