import { useId } from 'preact/hooks';
import type { Words } from './answers.ts';
import { Select } from './select.tsx';
import type { When } from './step-of.ts';

const kinds: Readonly<Record<When['kind'], string>> = {
  now: 'now',
  wait: 'after a while',
  at: 'at a time since the start',
  after: 'after an event',
  on: 'when a request comes',
};

interface WhenFieldsProps {
  readonly when: When;
  readonly words: Words;
  readonly onWhen: (when: When) => void;
}

/** When a step is to happen: now, later, or when the client gets somewhere. */
export const WhenFields = ({ when, words, onWhen }: WhenFieldsProps) => {
  const { kind, value } = when;
  const choices = kind === 'after' ? Object.keys(words.events) : kind === 'on' ? Object.keys(words.exchanges) : [];
  const choose = (next: When['kind']): void => {
    const first = {
      now: '',
      wait: '',
      at: '',
      after: Object.keys(words.events)[0],
      on: Object.keys(words.exchanges)[0],
    };
    onWhen({ kind: next, value: first[next] ?? '', nth: '' });
  };
  return (
    <fieldset class="when">
      <legend>When</legend>
      <Select
        label="When it happens"
        value={kind}
        names={Object.entries(kinds)}
        onChoose={(next) => choose(next as When['kind'])}
      />
      {(kind === 'wait' || kind === 'at') && (
        <input
          type="text"
          required
          aria-label="How long"
          placeholder="e.g. 10m"
          value={value}
          onInput={(event) => onWhen({ ...when, value: event.currentTarget.value })}
        />
      )}
      {choices.length > 0 && <Which when={when} choices={choices} onWhen={onWhen} />}
    </fieldset>
  );
};

interface WhichProps {
  readonly when: When;
  readonly choices: readonly string[];
  readonly onWhen: (when: When) => void;
}

/** Which event or exchange, and which of them, counted from now. */
const Which = ({ when, choices, onWhen }: WhichProps) => {
  const id = useId();
  return (
    <>
      <Select
        label="Which"
        value={when.value}
        names={choices.map((name) => [name, name])}
        onChoose={(value) => onWhen({ ...when, value })}
      />
      <label for={`${id}-nth`}>the nth</label>
      <input
        id={`${id}-nth`}
        class="nth"
        type="text"
        placeholder="1"
        value={when.nth}
        onInput={(event) => onWhen({ ...when, nth: event.currentTarget.value })}
      />
    </>
  );
};
