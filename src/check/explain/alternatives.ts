import type { Failure } from '../../core/action.ts';
import type { Step, StepAction } from '../../language/ast.ts';
import { exchangeFaultNames, exchangeFaultRow, type ExchangeFaultName } from '../../spec/faults.ts';
import { operations, type OperationName } from '../../spec/routes.ts';
import { isRetried, refusalsAt, statusOf, strangeStatuses } from '../refusals-at.ts';
import type { Finding } from '../shrink/goal.ts';
import { finishesInTheEnd } from '../../rules/client/ending.ts';
import { modeOf } from '../trial/mode.ts';
import { type Answer, listTexts, type Question, withStep } from './question.ts';

/** Whether another refusal, or another fault of the network, does the same in the place of the one of a step. */
export const alternativesOf = (found: Finding, index: number): readonly Question[] => {
  const step = found.trial.scenario.steps[index];
  if (step === undefined) return [];
  switch (step.action.do) {
    case 'fail':
      return [amongRefusals(found, index, step, step.action)];
    case 'fault':
      return [amongFaults(found, index, step, step.action)];
    default:
      return [];
  }
};

type Doing<Verb extends StepAction['do']> = Extract<StepAction, { readonly do: Verb }>;

/** What was tried in the place of something, and whether it did the same. `kind` is what a client tells it by. */
interface Tried {
  readonly name: string;
  readonly kind: string;
  readonly breaks: boolean;
}

const amongRefusals = (found: Finding, index: number, step: Step, action: Doing<'fail'>): Question => {
  const { scenario } = found.trial;
  const operation = operationOf(step, action);
  return async (breaks) => {
    if (operation === undefined) return undefined;
    const mustFinish = modeOf(scenario) === 'recoverable' && found.symptom.key === finishesInTheEnd.id;
    const others = representatives(action.failure, operation).filter((one) => !mustFinish || isOverSoon(one));
    const tried: Tried[] = [{ name: nameOf(action.failure), kind: kindOf(action.failure), breaks: true }];
    for (const failure of others) {
      const outcome = await breaks(withStep(scenario, index, { ...step, action: { ...action, failure } }));
      if (outcome !== undefined) tried.push({ name: nameOf(failure), kind: kindOf(failure), breaks: outcome });
    }
    return sayRefusals(tried);
  };
};

const operationOf = ({ trigger }: Step, { operation }: Doing<'fail'>): OperationName | undefined =>
  operation ?? (trigger.kind === 'on' && trigger.exchange !== 'notification' ? trigger.exchange : undefined);

/** A client that has to finish is only refused with what passes. */
const isOverSoon = (failure: Failure): boolean => failure.kind === 'row' && isRetried(failure.row);

const unlisted: readonly Failure[] = strangeStatuses.map((status) => ({ kind: 'status', status }));

const mostTwins = 2;

/** Others of the same status, and one of each other. */
const representatives = (failure: Failure, operation: OperationName): readonly Failure[] => {
  const rows = refusalsAt(operation).map((row): Failure => ({ kind: 'row', row }));
  const others = rows.filter((row) => nameOf(row) !== nameOf(failure));
  const twins = others.filter((row) => kindOf(row) === kindOf(failure) && isOverSoon(row) === isOverSoon(failure));
  const kinds = others.map(kindOf);
  const first = others.filter((row, place) => kinds.indexOf(kindOf(row)) === place && kindOf(row) !== kindOf(failure));
  const strange = unlisted.filter((other) => kindOf(other) !== kindOf(failure));
  const isOfC = operations[operation].host === 'portability';
  return [...twins.slice(0, mostTwins), ...first, ...(isOfC ? strange : [])];
};

const nameOf = (failure: Failure): string => (failure.kind === 'row' ? failure.row : `status ${failure.status}`);

const kindOf = (failure: Failure): string => String(statusOf(failure) || nameOf(failure));

const sayRefusals = (tried: readonly Tried[]): Answer => {
  if (tried.length < 2) return undefined;
  const [doing, others] = [tried.filter(({ breaks }) => breaks), tried.filter(({ breaks }) => !breaks)];
  const show = (some: readonly Tried[]): readonly string[] => [...new Set(some.map((one) => showOne(one, tried)))];
  if (others.length === 0) return { indifferent: `which refusal it is (${listTexts(show(doing))} do the same)` };
  const not = `; ${listTexts(show(others))} ${show(others).length === 1 ? 'does' : 'do'} not`;
  const is5xx = ({ kind }: Tried): boolean => /^5\d\d$/.test(kind);
  const fives = doing.filter(is5xx);
  const rest = show(doing.filter((one) => !fives.includes(one)));
  if (others.some(is5xx) || new Set(fives.map(({ kind }) => kind)).size < 2) {
    const all = show(doing);
    return { matters: all.length === 1 ? `only ${all.join('')} does it${not}` : `${listTexts(all)} do it${not}` };
  }
  const any = `any refusal with 5xx (${listTexts(show(fives))})`;
  return { matters: `${listTexts([any, ...rest])} ${rest.length === 0 ? 'does' : 'do'} it${not}` };
};

/** By its status; by its name, too, where that has several meanings, or where others of it did otherwise. */
const showOne = ({ name, kind, breaks }: Tried, tried: readonly Tried[]): string => {
  const isMixed = tried.some((one) => one.kind === kind && one.breaks !== breaks);
  const isBare = name === kind || name === `status ${kind}`;
  return isBare || !(isMixed || (breaks && kind === '403')) ? kind : `${kind} ${name}`;
};

const amongFaults =
  ({ trial: { scenario } }: Finding, index: number, step: Step, action: Doing<'fault'>): Question =>
  async (breaks) => {
    const given = exchangeFaultRow(action.fault);
    const tried: Tried[] = [{ name: action.fault, kind: given.sees, breaks: true }];
    for (const fault of otherFaults(action.fault)) {
      const { by: _by, pieces: _pieces, ...bare } = action as Doing<'fault'> & { by?: string; pieces?: number };
      const outcome = await breaks(withStep(scenario, index, { ...step, action: { ...bare, fault } }));
      if (outcome !== undefined) tried.push({ name: fault, kind: exchangeFaultRow(fault).sees, breaks: outcome });
    }
    if (tried.length < 2) return undefined;
    const [doing, others] = [tried.filter((one) => one.breaks), tried.filter((one) => !one.breaks)].map((some) =>
      some.map(({ name }) => name),
    );
    if (others === undefined || others.length === 0)
      return { indifferent: `which fault it is (${listTexts(doing ?? [])})` };
    const not = `; ${listTexts(others)} ${others.length === 1 ? 'does' : 'do'} not`;
    return { matters: `${listTexts(doing ?? [])} ${doing?.length === 1 ? 'does' : 'do'} it${not}` };
  };

/** One that shows itself in the same way, and the first of those that show in each other. */
const otherFaults = (given: ExchangeFaultName): readonly ExchangeFaultName[] => {
  const others = exchangeFaultNames.filter((name) => name !== given);
  const kinds = others.map((name) => exchangeFaultRow(name).sees);
  return others.filter((_name, place) => kinds.indexOf(kinds[place] ?? 'whole') === place);
};
