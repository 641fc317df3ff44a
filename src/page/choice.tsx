import { namesOf } from '../spec/names-of.ts';

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Name, string>>;
  /** What each of them means. */
  readonly titles?: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** One of a few, as buttons side by side. */
export const Choice = <Name extends string>({ label, names, titles, chosen, onChoose }: ChoiceProps<Name>) => (
  <div class="segments" role="group" aria-label={label}>
    {namesOf(names).map((name) => (
      <button type="button" aria-pressed={name === chosen} title={titles?.[name]} onClick={() => onChoose(name)}>
        {names[name]}
      </button>
    ))}
  </div>
);
