import { readDeclarations } from './declarations.ts';

/** What became of the public face since the last release. */
export interface Changes {
  /** What a program that compiled may not compile with any more. */
  readonly breaking: readonly string[];
  readonly added: readonly string[];
}

/**
 * What one report has that another has not. A member more of an interface counts as added: our users read most of them, and
 * what they write is optional. A declaration that is written in another way counts as changed, though it may mean the same.
 */
export const compareReports = (before: string, after: string): Changes => {
  const [old, now] = [readDeclarations(before), readDeclarations(after)];
  const breaking: string[] = [];
  const added: string[] = [];
  for (const [name, declaration] of old) {
    const other = now.get(name);
    if (other === undefined) breaking.push(`${name} is gone`);
    else if (declaration.head !== other.head) breaking.push(`${name} is another`);
    for (const [member, text] of other === undefined ? [] : declaration.members) {
      const its = other?.members.get(member);
      if (its === undefined) breaking.push(`${name}.${member} is gone`);
      else if (its !== text) breaking.push(`${name}.${member} is another: ${text} → ${its}`);
    }
  }
  for (const [name, { members }] of now) {
    const other = old.get(name);
    if (other === undefined) added.push(name);
    else
      added.push(...[...members.keys()].filter((member) => !other.members.has(member)).map((one) => `${name}.${one}`));
  }
  return { breaking, added };
};

type Version = readonly [major: number, minor: number, patch: number];

const parse = (version: string): Version => {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (parts.length < 3) throw new Error(`${version} is no version: expected three numbers with dots between them`);
  return parts.map(Number) as unknown as Version;
};

/** The least version that may have these changes. While the first number is 0, the second one tells of what breaks. */
export const leastVersion = (last: string, { breaking, added }: Changes): string => {
  const [major, minor, patch] = parse(last);
  if (breaking.length > 0 && major > 0) return `${major + 1}.0.0`;
  if (breaking.length + added.length > 0) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
};

export const isAtLeast = (version: string, least: string): boolean => {
  const [one, other] = [parse(version), parse(least)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 || (one[at] ?? 0) > (other[at] ?? 0);
};
