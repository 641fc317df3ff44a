import type { Follower, Step, StepAction, Together, Trigger } from '../ast.ts';
import { findMismatch } from '../fit.ts';
import * as v from '../shapes.ts';
import { readOldWords } from '../old-words.ts';
import { checkStepKeys, findActions, findTriggers, type StepRole } from '../step-keys.ts';
import { groupKey, sequenceKey } from '../words.ts';
import { actions } from './actions.ts';
import { triggers } from './triggers.ts';

/** A step as far as its text tells; where it was written, the reader adds. */
export type StepDraft = Omit<Step, 'place' | 'followers'> & {
  readonly followers?: readonly Omit<Follower, 'place'>[];
};

/** The schema whose key stands in the object. Where none or several do, `checkStepKeys` has said so already. */
const pick = <T>(
  schemas: Readonly<Record<string, v.Schema<T>>>,
  find: (fields: v.Fields) => readonly string[] = (fields) =>
    findActions(fields).filter((key) => Object.hasOwn(schemas, key)),
) =>
  v.lazy((fields) => {
    const [found, ...others] = v.isFields(fields) ? find(fields) : [];
    const schema = found === undefined || others.length > 0 ? undefined : schemas[found];
    return schema ?? v.custom<T>(() => true);
  });

const keysOf = (role: StepRole) => v.keysOf((fields, report) => checkStepKeys(fields, role, report));

const when = (role: StepRole) =>
  v.pipe(
    pick<Trigger>(triggers, (fields) => findTriggers(fields, role)),
    v.transform((trigger) => ({ trigger })),
  );

const member: v.Schema<StepAction> = v.pipe(
  v.someFields('an action'),
  v.transform(readOldWords),
  v.intersect([keysOf('member'), pick<StepAction>(actions)]),
  v.definedAs('member'),
);

const group = v.pipe(
  v.fieldsOf({ [groupKey]: v.list(member, 'a list of actions', 1) }),
  v.transform(({ [groupKey]: all }): Together => ({ do: 'together', actions: all })),
);

const what = v.pipe(
  pick<StepAction | Together>({ ...actions, [groupKey]: group }),
  v.transform((action) => ({ action })),
);

/** What only shows once the whole step is read: things that do not go with each other. */
const fit = <Draft extends Omit<Follower, 'place'>>() =>
  v.consistent<Draft>((draft, isSound) => (isSound ? findMismatch(draft) : []));

export const follower: v.Schema<Omit<Follower, 'place'>> = v.pipe(
  v.someFields('a step'),
  v.transform(readOldWords),
  v.intersect([keysOf('follower'), when('follower'), what]),
  fit(),
  v.definedAs('follower'),
);

export const step: v.Schema<StepDraft> = v.pipe(
  v.someFields('a step'),
  v.transform(readOldWords),
  v.intersect([
    keysOf('step'),
    when('step'),
    what,
    v.pipe(
      v.fieldsOf({ [sequenceKey]: v.exactOptional(v.list(follower, 'a list of steps', 1)) }),
      v.transform(({ [sequenceKey]: followers }) => (followers === undefined ? {} : { followers })),
    ),
  ]),
  fit(),
  v.definedAs('step'),
);

export const placeStep = (
  { followers, ...draft }: StepDraft,
  placeAt: (...path: readonly (string | number)[]) => string,
): Step => ({
  ...draft,
  place: placeAt(),
  ...(followers !== undefined && {
    followers: followers.map((next, index) => ({ ...next, place: placeAt(sequenceKey, index) })),
  }),
});
