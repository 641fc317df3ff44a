import type { ComponentChildren } from 'preact';

interface FieldsProps {
  readonly of: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  readonly kind?: string;
}

/** Names, and what each of them is. */
export const Fields = ({ of, kind = 'fields' }: FieldsProps) => (
  <dl class={kind}>
    {of.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
