import type { Follower, Step, StepAction, Together, Trigger } from '../ast.ts';
import { findMismatch } from '../fit.ts';
import * as v from '../shapes.ts';
import { readOldWords } from '../old-words.ts';
import { checkStepKeys, findActions, findTriggers, type Standing } from '../step-keys.ts';
import { sequenceKey } from '../words.ts';
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

const keysOf = (standing: Standing) => v.keysOf((fields, report) => checkStepKeys(fields, standing, report));

const when = (standing: Standing) =>
  v.pipe(
    pick<Trigger>(triggers, (fields) => findTriggers(fields, standing)),
    v.transform((trigger) => ({ trigger })),
  );

const member: v.Schema<StepAction> = v.pipe(
  v.someFields('an action'),
  v.transform(readOldWords),
  v.intersect([keysOf('member'), pick<StepAction>(actions)]),
  v.toldAs('member'),
);

const group = v.pipe(
  v.fieldsOf({ together: v.list(member, 'a list of actions', 1) }),
  v.transform(({ together }): Together => ({ do: 'together', actions: together })),
);

const what = v.pipe(
  pick<StepAction | Together>({ ...actions, together: group }),
  v.transform((action) => ({ action })),
);

/** What only shows once the whole step is read: things that do not go with each other. */
const fit = <Draft extends Omit<Follower, 'place'>>() =>
  v.rawCheck<Draft>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues !== undefined) return;
    for (const { message, path } of findMismatch(dataset.value)) {
      const [first, ...others] = v.pathThrough('key', path);
      if (first !== undefined) addIssue({ message, path: [first, ...others] });
    }
  });

const follower: v.Schema<Omit<Follower, 'place'>> = v.pipe(
  v.someFields('a step'),
  v.transform(readOldWords),
  v.intersect([keysOf('follower'), when('follower'), what]),
  fit(),
  v.toldAs('follower'),
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
  v.toldAs('step'),
);

export const followerStep = follower;
