import { useEffect, useRef, useState } from 'preact/hooks';
import { Snippet } from '../copy-button.tsx';
import type { Written } from './answers.ts';
import { ask } from './api.ts';
import { ProblemBox } from './problem-box.tsx';
import { SavedWorlds } from './saved-worlds.tsx';
import { scenarioOf, type ToldStep } from './told.ts';
import { useAct } from './use-act.ts';

interface ScenarioTabProps {
  readonly told: readonly ToldStep[];
  readonly world: number;
  readonly elapsed: number;
  readonly onChange: () => void;
}

/** The scenario: a file to play, what was told as a file, and worlds to go back to. */
export const ScenarioTab = ({ told, world, elapsed, onChange }: ScenarioTabProps) => (
  <>
    <Upload onChange={onChange} />
    <AsFile told={told} world={world} />
    <SavedWorlds world={world} elapsed={elapsed} onChange={onChange} />
  </>
);

const Upload = ({ onChange }: { readonly onChange: () => void }) => {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const { isBusy, problem, act } = useAct();
  const send = async (path: string, done: string): Promise<void> => {
    setSaid('');
    if (await act(() => ask(path, { method: 'POST', body: text }))) setSaid(done);
    onChange();
  };
  const read = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file !== undefined) setText(await file.text());
    input.value = '';
  };
  const isEmpty = text.trim() === '';
  return (
    <section class="upload" aria-labelledby="upload-title">
      <h3 id="upload-title">Play a scenario</h3>
      <input
        type="file"
        aria-label="A scenario file"
        accept=".yaml,.yml,.json"
        onChange={(event) => void read(event.currentTarget)}
      />
      <textarea
        aria-label="The scenario, as YAML or JSON"
        rows={8}
        spellcheck={false}
        placeholder={'name: consent is withdrawn\nsteps:\n  - { after: created, wait: 5m, do: revokeConsent }'}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="buttons">
        <button
          type="button"
          disabled={isEmpty || isBusy}
          onClick={() => void send('steps/scenario', 'Its steps were told.')}
        >
          Add its steps
        </button>
        <button
          type="button"
          disabled={isEmpty || isBusy}
          onClick={() => void send('reset', 'It is played from its beginning.')}
        >
          Restart with it
        </button>
      </div>
      <p class="said" role="status">
        {said}
      </p>
      <ProblemBox problem={problem} />
    </section>
  );
};

const AsFile = ({ told, world }: Pick<ScenarioTabProps, 'told' | 'world'>) => {
  const [played, setPlayed] = useState<Written>();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    void ask<{ scenario?: Written }>('scenario').then(
      ({ scenario }) => setPlayed(scenario),
      () => setPlayed(undefined),
    );
  }, [world]);
  const text = scenarioOf(played, told);
  const download = (): void => {
    if (link.current === null) return;
    const address = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    link.current.href = address;
    link.current.click();
    URL.revokeObjectURL(address);
  };
  return (
    <section class="as-file" aria-labelledby="as-file-title">
      <h3 id="as-file-title">As a scenario file</h3>
      <p class="quiet">
        {told.length === 0
          ? 'What is told in this panel is added to it, with its virtual times.'
          : `${told.length} ${told.length === 1 ? 'step was' : 'steps were'} told in this panel.`}
      </p>
      <Snippet text={text} what="scenario" />
      <div class="buttons">
        <button type="button" onClick={download}>
          Save as a file
        </button>
        <a ref={link} download="told.yaml" hidden>
          the file
        </a>
      </div>
    </section>
  );
};
