import { showDuration } from '../../../spec/time.ts';
import { explain, type Explanation } from '../../../trace/explanation.ts';
import { keepsState, stateRemedy } from '../../../trace/kept-state.ts';
import { settingsIn } from '../../../trace/settings-in.ts';
import { Fields } from '../../fields.tsx';
import { showChoice } from '../../../spec/assumptions/show-choice.ts';
import type { DetailsProps } from './details.tsx';
import { epochOf } from './when.tsx';

/** Why an answer was given: the gate, what it saw, its section, counters, and the choices it leaned on. */
export const Why = ({ entries, index, exchange }: DetailsProps & { readonly exchange: number }) => {
  const own = (index.exchanges.get(exchange)?.all ?? []).flatMap((at) => entries[at] ?? []);
  const explanation = explain(own, { epoch: epochOf(entries), ...settingsIn(entries) }, exchange);
  if (explanation === undefined) return null;
  return (
    <section class="why">
      <h4>Why this answer</h4>
      <Fields
        of={[
          ...factsOf(explanation),
          ...explanation.limits.map((limit) => [`limit ${limit.name}`, <Level {...limit} />] as const),
          ...explanation.assumptions.map((assumption) => ['assumption', <Assumed {...assumption} />] as const),
        ]}
      />
    </section>
  );
};

const Level = ({ name, used, of }: Explanation['limits'][number]) => (
  <>
    <meter min={0} max={of} value={Math.min(used, of)} aria-label={name} /> {used} of {of}
  </>
);

const Assumed = ({ id, value, question }: Explanation['assumptions'][number]) => (
  <>
    <code>{id}</code>
    {' = '}
    <code>{showChoice(value)}</code>
    <br />
    <span class="quiet">{question}</span>
  </>
);

const factsOf = (explanation: Explanation): readonly (readonly [string, string])[] => {
  const { row, because, saw, injected, leftover, section, remembered } = explanation;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['gate', row],
    ['because', because],
    ['came', saw],
    ['injected', injected ? 'by the scenario, before the service did anything' : undefined],
    ['kept', leftover && `the ${leftover} is of another simulation: ${keepsState}`],
    ['remedy', leftover && stateRemedy],
    ['remembered', remembered && `since ${showDuration(remembered.since)}, ${showDuration(remembered.age)} old`],
    ['section', section],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
};
