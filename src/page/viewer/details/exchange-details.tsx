import type { WireRequest } from '../../../core/wire.ts';
import { exchangeFaults } from '../../../spec/faults.ts';
import type { Entry, EntryOf } from '../../../trace/entry.ts';
import { linesOf } from '../../../trace/lines.ts';
import { Fields } from '../../fields.tsx';
import { Body } from './body.tsx';
import type { DetailsProps } from './details.tsx';
import { When } from './when.tsx';
import { Why } from './why.tsx';

/** A request, its answer, and why it was given. */
export const ExchangeDetails = (props: DetailsProps & { readonly exchange: number }) => {
  const { entries, index, exchange, sentFrom } = props;
  const all = (index.exchanges.get(exchange)?.all ?? []).flatMap((at) => entries[at] ?? []);
  const request = all.find((entry) => entry.kind === 'request');
  const answer = all.find((entry) => entry.kind === 'answer');
  const last = all.at(-1);
  const place = sentFrom?.[exchange];
  return (
    <>
      <h3>
        #{exchange} {request?.operation ?? ''}
        {request?.region !== undefined && <span class="quiet"> {request.region}</span>} <Outcome all={all} />
      </h3>
      <When entries={entries} at={request?.at ?? 0} until={last?.at} />
      {place !== undefined && (
        <p>
          sent from <code>{place}</code>
        </p>
      )}
      <Why {...props} />
      {request && <Request {...request} />}
      {answer && <Answer {...answer} />}
      <Network all={all} />
      <BroughtAbout {...props} />
    </>
  );
};

const Outcome = ({ all }: { readonly all: readonly Entry[] }) => {
  const answer = all.find((entry) => entry.kind === 'answer');
  if (answer === undefined) return <span class="badge refused">no answer</span>;
  const { status } = answer.answer;
  return <span class={`badge ${status < 400 ? 'fine' : status < 500 ? 'refused' : 'failed'}`}>{status}</span>;
};

const Request = ({ request }: EntryOf<'request'>) => (
  <section>
    <h4>Request</h4>
    <p class="url">
      <strong>{request.method}</strong> {request.url}
    </p>
    <Headers {...request} />
    <Body text={request.body} />
  </section>
);

const Answer = ({ answer }: EntryOf<'answer'>) => (
  <section>
    <h4>Answer</h4>
    <Headers {...answer} />
    <Body text={answer.body} more={answer.more?.bytes} />
  </section>
);

const Headers = ({ headers }: Pick<WireRequest, 'headers'>) => {
  const all = Object.entries(headers);
  if (all.length === 0) return <p class="quiet">no headers</p>;
  return <Fields of={all} />;
};

/** What happened to it on the way. */
const Network = ({ all }: { readonly all: readonly Entry[] }) => {
  const happened = all.flatMap((entry) => {
    if (entry.kind === 'fault') return [`${entry.fault.name}: ${exchangeFaults[entry.fault.name].what}`];
    return entry.kind === 'hungUp' ? ['The client hung up before the answer.'] : [];
  });
  if (happened.length === 0) return null;
  return (
    <section>
      <h4>On the network</h4>
      <ul>
        {happened.map((what) => (
          <li>{what}</li>
        ))}
      </ul>
    </section>
  );
};

const BroughtAbout = ({ entries, exchange, onSelect }: DetailsProps & { readonly exchange: number }) => {
  const brought = entries.flatMap((entry, at) => (entry.kind === 'transition' && entry.by === exchange ? [at] : []));
  if (brought.length === 0) return null;
  return (
    <section>
      <h4>What it brought about</h4>
      <ul>
        {brought.map((at) => (
          <li>
            <button type="button" class="link" onClick={() => onSelect(at)}>
              {linesOf(entries.slice(at, at + 1))[0]?.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
