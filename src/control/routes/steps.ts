import { setImmediate } from 'node:timers/promises';
import { eventNames } from '../../core/event.ts';
import type { Scenario, Step } from '../../language/ast.ts';
import { describeStep } from '../../language/describe-step.ts';
import { readScenario } from '../../language/read-scenario.ts';
import { docOf, namesOfVerbs, rowOf, type VerbName, writtenName } from '../../language/verbs.ts';
import { eventFilters, exchangeFilters, exchangeNames } from '../../language/words.ts';
import { writeScenario, writeStep } from '../../language/written.ts';
import { Misuse } from '../../misuse.ts';
import { bodyPlace, sourceOf } from '../bodies.ts';
import { type Json, list, object, openObject, refTo, text, truth } from '../json-schema.ts';
import { route } from '../route.ts';
import type { Session } from '../session.ts';
import { readToldStep, type ToldStep } from '../told-step.ts';

const stepSchema = {
  place: text('Where it was told, as the trace has it.'),
  says: text('The step in a few words.'),
  step: openObject('The step as a scenario file writes it.'),
};

/** What happens at once has no moment to tell. */
const tellStep = (step: Step) => {
  const { wait, ...written } = writeStep(step);
  if (wait !== '0s' || step.trigger.kind !== 'wait')
    return { place: step.place, says: describeStep(step), step: writeStep(step) };
  return { place: step.place, says: describeStep(step).replace(/^0s later/, 'now'), step: written };
};

const sleeps = ({ action, followers = [] }: Step): boolean =>
  [action, ...followers.map((one) => one.action)].some(
    (one) => one.do === 'elapse' || (one.do === 'together' && one.actions.some((each) => each.do === 'elapse')),
  );

const checkClock = (step: Step, { controlled }: Session): void => {
  if (!sleeps(step) || controlled.time.isMovable) return;
  const what = 'time cannot leap in this simulation, for it is real';
  throw new Misuse('CLOCK_NOT_OURS', step.place, what, 'serve it with a clock that can be moved');
};

/** What is to happen at once has happened when this resolves. */
const addStep = async (session: Session, told: ToldStep) => {
  const { sim } = session.controlled;
  const step = told(session.nextPlace());
  checkClock(step, session);
  sim.add(step);
  await setImmediate();
  const { place } = step;
  return {
    ...tellStep(step),
    waits: sim.unfired.some((one) => one.place === place || one.place.startsWith(`${place} `)),
  };
};

/** What its times have passed for happens at once, as with a step that is told. */
const addSteps = async (session: Session, { steps }: Scenario) => {
  for (const step of steps) checkClock(step, session);
  session.controlled.sim.add(...steps);
  await setImmediate();
  return { steps: steps.map(tellStep) };
};

const tellVerb = (name: VerbName) => {
  const { does, example, fields, isKey } = rowOf(name);
  return {
    name,
    does,
    example,
    isKey: isKey === true,
    fields: Object.entries(fields).map(([field, one]) => ({
      name: writtenName(field, one),
      what: docOf(one),
      isNeeded: one.presence === 'needed',
      kind: one.kind,
    })),
  };
};

const filters = (description: string, names: readonly string[]): Json =>
  object(description, Object.fromEntries(names.map((name) => [name, list('', { type: 'string' })])));

const verbSchema = object('A verb: something that can happen.', {
  name: text('Its name; behind `do:`, unless it is a key of its own.'),
  does: text('What it does.'),
  example: text('A step with it, as a scenario file writes it.'),
  isKey: truth('Whether it is a key of its own: `{ elapse: 1h }`.'),
  fields: list(
    'Its fields.',
    object('A field.', {
      name: text('As it is written.'),
      what: text('What it is for, and what is meant without it.'),
      isNeeded: truth('Whether it has to be written.'),
      kind: openObject('What it holds: its shape, and the words, bounds or names that go with that.', {
        shape: text('`word`, `count`, `duration`, `name`, `failure` or `outage`.'),
      }),
    }),
  ),
});

/** Why a step that is told may be refused. */
const mayRefuse = [
  'SCENARIO_INVALID',
  'UNKNOWN_CUSTOMER',
  'UNKNOWN_SCOPE',
  'UNKNOWN_APPLICATION',
  'CLOCK_NOT_OURS',
] as const;

export const stepRoutes = [
  route({
    method: 'POST',
    path: 'steps',
    name: 'tellStep',
    group: 'steps',
    what: 'Tells a step, in the words of a scenario file: any verb, now or when its moment comes.',
    more:
      'With `at`, `after` or `on` it waits, as it would in a scenario; requests and events are counted from now on. ' +
      'Without these it happens now, and has happened when the answer comes; with `wait` so much later. ' +
      '[The verbs](scenarios.md#what) are those of scenarios.',
    body: sourceOf<ToldStep>(
      {
        what: 'A step, as JSON or as YAML.',
        json: { anyOf: [refTo('step'), refTo('follower'), refTo('member')] },
        example: { do: 'revokeConsent', customer: 'customer-1' },
      },
      readToldStep,
    ),
    gives: {
      as: 'json',
      schema: object('The step as it was understood.', {
        ...stepSchema,
        waits: truth('Whether its moment is still to come, or what it is to hit.'),
      }),
    },
    status: 201,
    codes: mayRefuse,
    act: ({ session, body }) => addStep(session, body),
  }),
  route({
    method: 'POST',
    path: 'steps/scenario',
    name: 'tellSteps',
    group: 'steps',
    what: 'Tells the steps of a scenario to the world as it is, which goes on.',
    more:
      'Nothing else of the scenario counts: what it sets and what it expects is for worlds that begin with it (`POST /reset`). ' +
      'Times are counted from the beginning of the world, requests and events from now on.',
    body: sourceOf<Scenario>(
      {
        what: 'A scenario, as JSON or as YAML.',
        json: refTo('scenario'),
        example: { name: 'consent is withdrawn', steps: [{ after: 'created', do: 'revokeConsent' }] },
      },
      (_, written) => readScenario(written, bodyPlace),
    ),
    gives: {
      as: 'json',
      schema: object('The steps as they were understood.', {
        steps: list('The steps, in their order.', object('A step.', stepSchema)),
      }),
    },
    status: 201,
    codes: mayRefuse,
    act: ({ session, body }) => addSteps(session, body),
  }),
  route({
    method: 'GET',
    path: 'scenario',
    name: 'getScenario',
    group: 'steps',
    what: 'Tells the scenario that is played, as a file has it; steps that were told besides are no part of it.',
    gives: {
      as: 'json',
      schema: object('What is played.', { scenario: openObject('The scenario; absent where none is played.') }, [
        'scenario',
      ]),
    },
    codes: [],
    act: ({ session: { controlled } }) =>
      controlled.scenario === undefined ? {} : { scenario: writeScenario(controlled.scenario) },
  }),
  route({
    method: 'GET',
    path: 'steps/unfired',
    name: 'getUnfired',
    group: 'steps',
    what: 'Tells the steps whose moment has not come: of the scenario, and those that were told.',
    gives: {
      as: 'json',
      schema: object('What is still to come.', {
        steps: list('The steps, in their order.', object('A step.', stepSchema)),
      }),
    },
    codes: [],
    act: ({ session }) => ({ steps: session.controlled.sim.unfired.map(tellStep) }),
  }),
  route({
    method: 'GET',
    path: 'verbs',
    name: 'getVerbs',
    group: 'steps',
    what: 'Tells what can be told: every verb with its fields, and what a step can wait for.',
    gives: {
      as: 'json',
      schema: object('The words of steps.', {
        verbs: list('What can happen.', verbSchema),
        exchanges: filters('What can stand behind `on`, with what `where` can ask of each.', exchangeNames),
        events: filters('What can stand behind `after`, with what `where` can ask of each.', eventNames),
      }),
    },
    codes: [],
    act: () => ({ verbs: namesOfVerbs.map(tellVerb), exchanges: exchangeFilters, events: eventFilters }),
  }),
];
