import { doVerbs, keyVerbs, type Place, places, rowOf, type VerbName, writtenName } from '../../src/language/verbs.ts';
import { namesOf } from '../../src/spec/names-of.ts';

/** What can happen, as the README shows it: a line for each place where it does, from the table of verbs. */

const begin = '<!-- verbs: written by scripts/generate-docs.ts -->';
const end = '<!-- /verbs -->';

const code = (text: string): string => `\`${text}\``;

const showPlace = (place: Place): string => {
  const shown = new Set<string>();
  /** With an example of what it cannot do without, the first time that a verb needs such a thing. */
  const showVerb = (verb: VerbName, index: number): string => {
    const { fields, isKey } = rowOf(verb);
    const needed = Object.entries(fields)
      .filter(([, { presence }]) => presence === 'needed')
      .map(([name, field]) => `${writtenName(name, field)}: ${field.kind.example}`);
    if (isKey === true) return code(needed.join(', '));
    const fresh = needed.filter((one) => !shown.has(one));
    for (const one of fresh) shown.add(one);
    return `${code(`${index === 0 ? 'do: ' : ''}${verb}`)}${fresh.length === 0 ? '' : ` with ${fresh.map(code).join(', ')}`}`;
  };
  const here = (verb: VerbName): boolean => rowOf(verb).place === place;
  return `| ${places[place]} | ${[...doVerbs.filter(here), ...keyVerbs.filter(here)].map(showVerb).join(', ')} |`;
};

/** The README with its table as the verbs are now. */
export const renderReadme = (readme: string): string => {
  const rows = namesOf(places).map(showPlace).join('\n');
  const [before, rest = ''] = readme.split(begin);
  const [, after] = rest.split(end);
  return `${before}${begin}\n\n| it happens to | written |\n|---|---|\n${rows}\n\n${end}${after}`;
};
