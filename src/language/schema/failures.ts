import type { Failure } from '../../core/action.ts';
import { errorNames, errors, errorsOfType } from '../../spec/errors.ts';
import { setupFaultNames } from '../../spec/faults.ts';
import { isErrorName, refusalNames, type RefusalName } from '../../spec/refusals.ts';
import type { RegionFailure } from '../field-kinds.ts';
import { type Explanation, explanation } from '../problem.ts';
import * as v from '../shapes.ts';
import { show } from '../show.ts';
import { suggestVerb } from '../suggest-verb.ts';

/* How requests are refused, and how a region is down. */

const isRefusalName = (word: string): word is RefusalName => refusalNames.some((name) => name === word);

const isFailingStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;

/** The failure that a user means: a row by its name, a row by a type that no other row has, or a bare status. */
const findFailure = (written: unknown): Failure | Explanation => {
  if (isFailingStatus(written)) return { kind: 'status', status: written };
  if (typeof written === 'number') {
    return explanation(`${written} is not a failing status`, 'statuses that fail are 400 to 599');
  }
  if (typeof written !== 'string') {
    return explanation(`${show(written)} is not a failure`, 'write an error name or a status, 400 to 599');
  }
  if (isRefusalName(written)) return { kind: 'row', row: written };
  const names = errorsOfType(written);
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return { kind: 'row', row: only };
  if (only !== undefined) {
    return explanation(`"${written}" is the type of several errors`, `name one: ${names.join(', ')}`);
  }
  if (isFailingStatus(Number(written))) {
    return explanation(`${show(written)} is text, not a status`, `write ${written} without quotes`);
  }
  // Capitals mean a type, so that a typing error in a type is not answered with a name.
  const known = written === written.toUpperCase() ? allTypes : refusalNames;
  return explanation(`${show(written)} is not an error of the interface`, suggestVerb(written, known));
};

const explainOutage = (row: string): Explanation =>
  explanation(
    `${show(row)} is no refusal of interface C`,
    `give a status, e.g. 503, an error of interface C, or ${setupFaultNames.join(', ')}`,
  );

const allTypes = [...new Set(errorNames.map((name) => errors[name].type))];

/** Types on the wire that stand for one error alone. */
const errorTypes = allTypes.filter((type) => errorsOfType(type).length === 1);

/** What editors are told: errors of interface C by name and by type, and statuses. */
const ofInterfaceC = [
  { enum: errorNames },
  { enum: errorTypes },
  { type: 'integer', minimum: 400, maximum: 599 },
] as const;

export const failure = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Failure>(({ dataset, addIssue, NEVER }) => {
    const found = findFailure(dataset.value);
    if ('kind' in found) return found;
    addIssue(v.issue(found));
    return NEVER;
  }),
  v.forEditors({ anyOf: [...ofInterfaceC, { enum: refusalNames.filter((name) => !isErrorName(name)) }] }),
);

/** Regions are those of interface C, and so is what they refuse with. */
const refusal = v.pipe(
  failure,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.kind === 'status' || isErrorName(dataset.value.row)) return;
    addIssue(v.issue(explainOutage(dataset.value.row)));
  }),
  v.forEditors({ anyOf: ofInterfaceC }),
);

const unreached: v.Schema<RegionFailure> = v.pipe(
  v.word('a fault', setupFaultNames),
  v.transform((fault) => ({ kind: 'connection' as const, fault })),
);

export const outage = v.either<RegionFailure>([refusal, unreached], (written) =>
  setupFaultNames.some((name) => name === written) ? unreached : refusal,
);
