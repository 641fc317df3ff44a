import { useId, useState } from 'preact/hooks';
import type { Verb, VerbField, Words, World, Written } from './answers.ts';
import { now, stepOf, type When } from './step-of.ts';
import { WhenFields } from './when-fields.tsx';

interface VerbFormProps {
  readonly verb: Verb;
  readonly words: Words;
  readonly world: World | undefined;
  readonly isBusy: boolean;
  readonly onTell: (step: Written) => void;
}

/** The fields of a verb, as the API describes them, and when it is to happen. */
export const VerbForm = ({ verb, words, world, isBusy, onTell }: VerbFormProps) => {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [when, setWhen] = useState<When>(now);
  const submit = (event: Event): void => {
    event.preventDefault();
    onTell(stepOf(verb, values, when));
  };
  return (
    <form class="verb-form" onSubmit={submit} aria-label={verb.name}>
      <p class="quiet">
        <code>{verb.example}</code>
      </p>
      {verb.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          names={namesFor(field, world)}
          value={values[field.name] ?? ''}
          onValue={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <WhenFields when={when} words={words} onWhen={setWhen} />
      <button type="submit" class="primary" disabled={isBusy}>
        {when.kind === 'now' ? 'Do it now' : 'Add the step'}
      </button>
    </form>
  );
};

/** Who can be named; what is new has no name yet. */
const namesFor = ({ kind: { names = '' } }: VerbField, world: World | undefined): readonly string[] => {
  if (world === undefined || names.startsWith('new')) return [];
  const { applications, customers } = world;
  if (names.startsWith('application')) return applications.map(({ id }) => id);
  if (names === 'customer') return customers.map(({ id }) => id);
  return /scope/i.test(names) ? [...new Set(customers.flatMap(({ scopes }) => scopes))] : [];
};

interface FieldInputProps {
  readonly field: VerbField;
  readonly names: readonly string[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const FieldInput = ({ field, names, value, onValue }: FieldInputProps) => {
  const id = useId();
  const { name, what, isNeeded, kind } = field;
  const choices = kind.words ?? [];
  const common = { id: `${id}-field`, required: isNeeded, 'aria-describedby': `${id}-what` };
  return (
    <div class="field">
      <label for={`${id}-field`}>
        {name}
        {isNeeded && <span class="needed"> needed</span>}
      </label>
      {choices.length > 0 ? (
        <select {...common} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          <option value="">{isNeeded ? 'choose …' : '—'}</option>
          {choices.map((word) => (
            <option value={word}>{word}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={kind.shape === 'count' ? 'number' : 'text'}
          min={kind.least}
          max={kind.most}
          placeholder={`e.g. ${kind.example}`}
          list={names.length > 0 ? `${id}-names` : undefined}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {names.length > 0 && (
        <datalist id={`${id}-names`}>
          {names.map((one) => (
            <option value={one} />
          ))}
        </datalist>
      )}
      <p class="quiet" id={`${id}-what`}>
        {what.replaceAll('`', '"')}
      </p>
    </div>
  );
};
