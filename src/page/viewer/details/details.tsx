import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../../trace/entry.ts';
import { linesOf } from '../../../trace/lines.ts';
import type { Mark } from '../../../picture/mark.ts';
import type { RunIndex } from '../../../picture/run-index.ts';
import { exchangeOf } from '../../../picture/run-index.ts';
import type { PlacedMark } from '../scene.ts';
import { Body } from './body.tsx';
import { ExchangeDetails } from './exchange-details.tsx';
import { When } from './when.tsx';

export interface DetailsProps {
  readonly entries: readonly Entry[];
  readonly index: RunIndex;
  readonly entry: number;
  readonly marks: readonly PlacedMark[];
  readonly sentFrom?: Readonly<Record<number, string>>;
  readonly onSelect: (entry: number | undefined) => void;
}

/** All there is of what is selected. */
export const Details = (props: DetailsProps) => {
  const { entries, index, entry, marks, onSelect } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollTo(0, 0), [entry]);
  const exchange = exchangeOf(entries[entry]);
  const touched = marks.filter((one) => one.entry === entry).map(({ mark }) => mark);
  const place = index.stops.indexOf(entry);
  const [before, after] = [index.stops[place - 1], index.stops[place + 1]];
  return (
    <aside class="details" aria-label="Details" ref={box}>
      <div class="details-bar">
        <span class="quiet">
          {place + 1} of {index.stops.length}
        </span>
        <span class="segments">
          <button type="button" disabled={before === undefined} onClick={() => onSelect(before)}>
            Previous
          </button>
          <button type="button" disabled={after === undefined} onClick={() => onSelect(after)}>
            Next
          </button>
        </span>
        <button type="button" class="icon" aria-label="Close the details" onClick={() => onSelect(undefined)}>
          ×
        </button>
      </div>
      <Touched marks={touched} />
      {exchange === undefined ? <EntryDetails {...props} /> : <ExchangeDetails {...props} exchange={exchange} />}
    </aside>
  );
};

const Touched = ({ marks }: { readonly marks: readonly Mark[] }) =>
  marks.length === 0 ? null : (
    <ul class="touched">
      {marks.map(({ label, tells }) => (
        <li>
          <span class="badge broken">{label}</span> {tells}
        </li>
      ))}
    </ul>
  );

const EntryDetails = ({ entries, entry, index, onSelect }: DetailsProps) => {
  const shown = entries[entry];
  if (shown === undefined) return null;
  // What is told of one entry may need those before it, and no others do.
  const line = linesOf(entries.slice(0, entry + 1)).findLast((one) => one.entry === entry);
  const { at, kind, ...fields } = shown;
  const by = 'by' in shown && typeof shown.by === 'number' ? shown.by : undefined;
  const request = by === undefined ? undefined : index.exchanges.get(by)?.request;
  return (
    <>
      <h3>{line?.text ?? kind}</h3>
      <When entries={entries} at={at} />
      {request !== undefined && (
        <p>
          brought about by{' '}
          <button type="button" class="link" onClick={() => onSelect(request)}>
            #{by}
          </button>
        </p>
      )}
      <h4>Entry</h4>
      <Body text={JSON.stringify({ kind, ...fields })} />
    </>
  );
};
