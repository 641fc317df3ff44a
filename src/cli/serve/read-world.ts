import { readFile } from 'node:fs/promises';
import { errorText } from '../../error-text.ts';
import { asComposed } from '../../language/compose.ts';
import { isFields } from '../../language/data.ts';
import { readComposed } from '../../language/read-scenario.ts';
import { settingFields, type Settings, settingsOf } from '../../language/settings.ts';
import type { FileKind } from '../../language/yaml-source.ts';
import { refuse } from '../../misuse.ts';
import { suggest } from '../../nearest.ts';
import { parseText } from '../config.ts';

/** A scenario with one customer calls it so. */
const known = [...Object.keys(settingFields), 'customer'];

const ofWorld: FileKind = { noun: 'world', remedy: 'write "customers: …", "limits: …" and the like' };

/** Settings in a file of their own, written as in a scenario. Throws Misuse BAD_OPTION, SCENARIO_INVALID. */
export const readWorld = async (file: string): Promise<Settings> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw refuse('--world', `${JSON.stringify(file)} cannot be read: ${errorText(error)}`, 'name a YAML or JSON file');
  });
  const source = parseText(text, file, ofWorld);
  const { value, placeOf, findOffset } = source;
  if (!isFields(value)) throw refuse(file, 'these are no settings', ofWorld.remedy);
  const stranger = Object.keys(value).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const hint = stranger === 'steps' ? 'steps stand in a scenario' : suggest(stranger, known);
    throw refuse(placeOf(findOffset([stranger], true)), `"${stranger}" is no setting`, hint);
  }
  const [scenario] = readComposed({ ...asComposed(source), value: { name: 'world', ...value } }, file);
  return scenario === undefined ? {} : settingsOf(scenario);
};
