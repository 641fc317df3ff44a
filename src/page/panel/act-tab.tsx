import { useState } from 'preact/hooks';
import { Search } from '../search.tsx';
import type { Verb, WaitingStep, Words, World, Written } from './answers.ts';
import { ask } from './api.ts';
import { ProblemBox } from './problem-box.tsx';
import { useAct } from './use-act.ts';
import { VerbForm } from './verb-form.tsx';

interface ActTabProps {
  readonly words: Words | undefined;
  readonly world: World | undefined;
  readonly waiting: readonly WaitingStep[];
  /** Is told of what was told. */
  readonly onTold: (step: Written) => void;
}

/** Everything that can happen: the verbs of scenarios, as the API has them. */
export const ActTab = ({ words, world, waiting, onTold }: ActTabProps) => {
  const [sought, setSought] = useState('');
  const [open, setOpen] = useState<string>();
  const { isBusy, problem, act } = useAct();
  const [said, setSaid] = useState('');
  if (words === undefined) return <p class="quiet">The words of steps are being read …</p>;
  const tell = async (step: Written): Promise<void> => {
    setSaid('');
    await act(async () => {
      const { says, waits } = await ask<{ says: string; waits: boolean }>('steps', { method: 'POST', body: step });
      setSaid(waits ? `It waits: ${says}` : `Done: ${says.replace(/^now: /, '')}`);
      onTold(step);
    });
  };
  const text = sought.trim().toLowerCase();
  const found = words.verbs.filter(({ name, does }) => `${name} ${does}`.toLowerCase().includes(text));
  return (
    <>
      <Search label="Search what can happen" sought={sought} onSeek={setSought} />
      <p class="said" role="status">
        {said}
      </p>
      <ProblemBox problem={problem} />
      <ul class="verbs">
        {found.map((verb) => (
          <li key={verb.name} class={open === verb.name ? 'open' : undefined}>
            <VerbHead
              verb={verb}
              isOpen={open === verb.name}
              isBusy={isBusy}
              onOpen={() => setOpen(open === verb.name ? undefined : verb.name)}
              onNow={() => void tell(verb.isKey ? {} : { do: verb.name })}
            />
            {open === verb.name && (
              <VerbForm verb={verb} words={words} world={world} isBusy={isBusy} onTell={(step) => void tell(step)} />
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="quiet">Nothing of the kind can happen.</p>}
      <Waiting steps={waiting} />
    </>
  );
};

interface VerbHeadProps {
  readonly verb: Verb;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
  readonly onNow: () => void;
}

/** What needs no fields is one click away. */
const VerbHead = ({ verb: { name, does, fields }, isOpen, isBusy, onOpen, onNow }: VerbHeadProps) => (
  <div class="verb-head">
    <button type="button" class="plain" aria-expanded={isOpen} onClick={onOpen}>
      <span class="verb-name">{name}</span>
      <span class="quiet">{does}</span>
    </button>
    {!fields.some(({ isNeeded }) => isNeeded) && !isOpen && (
      <button type="button" class="now" disabled={isBusy} aria-label={`${name} now`} onClick={onNow}>
        Now
      </button>
    )}
  </div>
);

const Waiting = ({ steps }: { readonly steps: readonly WaitingStep[] }) =>
  steps.length === 0 ? null : (
    <section class="waiting" aria-label="Steps that wait">
      <h3>
        Still to come <span class="count">{String(steps.length)}</span>
      </h3>
      <ul>
        {steps.map(({ place, says }) => (
          <li>
            {says} <span class="quiet">{place}</span>
          </li>
        ))}
      </ul>
    </section>
  );
