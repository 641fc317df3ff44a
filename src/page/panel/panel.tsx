import { useEffect, useMemo, useState } from 'preact/hooks';
import { Tools } from '../header.tsx';
import type { Mark } from '../../picture/mark.ts';
import { marksOf } from '../viewer/mark.ts';
import { entryOfMark, indexRun } from '../../picture/run-index.ts';
import { TraceViewer } from '../viewer/trace-viewer.tsx';
import { ActTab } from './act-tab.tsx';
import type { Words, Written } from './answers.ts';
import { ask } from './api.ts';
import { ClockBar } from './clock-bar.tsx';
import { MailsTab } from './mails-tab.tsx';
import { breaksRuns } from '../views/findings.tsx';
import { brokenOf, RulesTab } from './rules-tab.tsx';
import { ScenarioTab } from './scenario-tab.tsx';
import { Tabs } from './tabs.tsx';
import type { ToldStep } from './told.ts';
import { type Live, useElapsed, useLive } from './use-live.ts';
import { WorldTab } from './world-tab.tsx';

/** A simulation as it runs: what happened, what time it is, what the service knows, and all that can be told to it. */
export const Panel = () => {
  const live = useLive();
  const elapsed = useElapsed(live.clock);
  const { trace, clock, facts, refresh } = live;
  const broken = useMemo(() => brokenOf(facts?.judgements ?? []), [facts?.judgements]);
  const marks = useMemo(() => marksOf(broken), [broken]);
  const [selected, setSelected] = useState<number>();
  useEffect(() => setSelected(undefined), [trace.world]);
  const show = (mark: Mark): void => {
    const index = indexRun(trace.entries);
    setSelected(index.stopOf(entryOfMark(mark, trace.entries, index)));
    document.querySelector('.viewer')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <PanelHeader live={live} />
      {clock && <ClockBar clock={clock} elapsed={elapsed} onMove={refresh} />}
      <main id="main" tabIndex={-1} class="panel">
        <Trace key={trace.world} live={live} marks={marks} selected={selected} onSelect={setSelected} />
        <Side live={live} elapsed={elapsed} broken={broken} onShow={show} />
      </main>
    </>
  );
};

const PanelHeader = ({ live: { trace } }: { readonly live: Live }) => (
  <header class="top">
    <div class="title">
      <h1>{trace.scenario ?? 'Live panel'}</h1>
      <p class="quiet" role="status">
        <span class={trace.isConnected ? 'connection' : 'connection lost'}>
          {trace.isConnected ? 'live' : trace.world === 0 ? 'connecting …' : 'connection lost, trying again …'}
        </span>
        {trace.world > 1 && ` · world ${trace.world}`} · {trace.entries.length} entries
      </p>
    </div>
    <Tools />
  </header>
);

interface TraceProps {
  readonly live: Live;
  readonly marks: readonly Mark[];
  readonly selected: number | undefined;
  readonly onSelect: (entry: number | undefined) => void;
}

const Trace = ({ live: { trace }, marks, selected, onSelect }: TraceProps) => {
  const [follows, setFollows] = useState(true);
  if (trace.entries.length === 0) return <p class="empty">Nothing has happened yet.</p>;
  return (
    <div class="panel-trace">
      <label class="switch follow">
        <input type="checkbox" checked={follows} onChange={() => setFollows(!follows)} /> Follow the end
      </label>
      <TraceViewer
        name={trace.scenario ?? 'the simulation'}
        entries={trace.entries}
        marks={marks}
        follows={follows}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
};

interface SideProps {
  readonly live: Live;
  readonly elapsed: number;
  readonly broken: ReturnType<typeof brokenOf>;
  readonly onShow: (mark: Mark) => void;
}

const Side = ({ live: { trace, clock, facts, refresh }, elapsed, broken, onShow }: SideProps) => {
  const [words, setWords] = useState<Words>();
  const [told, setTold] = useState<readonly ToldStep[]>([]);
  useEffect(() => {
    if (trace.isConnected && words === undefined) void ask<Words>('verbs').then(setWords, () => undefined);
  }, [trace.isConnected]);
  // Another world knows nothing of what was told in the one before.
  useEffect(() => setTold([]), [trace.world]);
  const note = async (step: Written): Promise<void> => {
    const at = await ask<{ elapsed: number }>('time').then(
      (one) => one.elapsed,
      () => clock?.elapsed ?? 0,
    );
    setTold((before) => [...before, { at, step }]);
    refresh();
  };
  const { mails = [], judgements = [], steps = [] } = facts ?? {};
  return (
    <Tabs
      name="The simulation"
      tabs={[
        {
          id: 'act',
          name: 'Act',
          content: () => (
            <ActTab words={words} world={facts?.world} waiting={steps} onTold={(step) => void note(step)} />
          ),
        },
        { id: 'world', name: 'World', content: () => <WorldTab facts={facts} elapsed={elapsed} /> },
        { id: 'mails', name: 'Mails', count: mails.length, content: () => <MailsTab mails={mails} /> },
        {
          id: 'rules',
          name: 'Rules',
          count: broken.filter(breaksRuns).length,
          isAlarming: true,
          content: () => <RulesTab judgements={judgements} broken={broken} onShow={onShow} />,
        },
        {
          id: 'scenario',
          name: 'Scenario',
          content: () => <ScenarioTab told={told} world={trace.world} elapsed={elapsed} onChange={refresh} />,
        },
      ]}
    />
  );
};
