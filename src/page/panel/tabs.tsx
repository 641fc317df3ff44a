import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Tab {
  readonly id: string;
  readonly name: string;
  readonly count?: number;
  readonly isAlarming?: boolean;
  readonly content: () => ComponentChildren;
}

/** One of several at a time. Arrow keys choose. */
export const Tabs = ({ name, tabs }: { readonly name: string; readonly tabs: readonly Tab[] }) => {
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const place = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(place + by + tabs.length) % tabs.length];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <section class="tabs" aria-label={name}>
      <div class="tab-list" role="tablist" aria-label={name} onKeyDown={key}>
        {tabs.map(({ id, name: shown, count = 0, isAlarming = false }) => (
          <button
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen}
            aria-controls={`shown-${id}`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => setChosen(id)}
          >
            {shown}
            {count > 0 && <span class={isAlarming ? 'count alarming' : 'count'}>{String(count)}</span>}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`shown-${id}`}
          aria-labelledby={`tab-${id}`}
          tabIndex={0}
          class="tab-panel"
          hidden={id !== chosen}
        >
          {content()}
        </div>
      ))}
    </section>
  );
};
