import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useStyles } from '../runtime/useStyles.js';
import { tabsCss } from '../theme/tabs.css.gen.js';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

export interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Two to four tabs of equal width, and the selected tab's panel. Arrow keys, Home and End move between the tabs. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  useStyles(tabsCss);
  const list = useRef<HTMLDivElement>(null);
  const index = tabs.findIndex(({ name }) => name === selected);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextIndex(event, index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        className="lk-tabs"
        role="tablist"
        aria-label={label}
        data-n={tabs.length}
        data-i={index}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, label: tabLabel }) => (
          <button
            key={name}
            className="lk-tab"
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {tabLabel}
          </button>
        ))}
      </div>
      <div className="lk-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}

function nextIndex(event: KeyboardEvent<HTMLElement>, index: number, count: number): number | undefined {
  const rtl = event.currentTarget.closest('[dir]')?.getAttribute('dir') === 'rtl';
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = rtl ? 'ArrowRight' : 'ArrowLeft';
  if (event.altKey) return undefined;
  if (event.key === forward) return (index + 1) % count;
  if (event.key === backward) return (index + count - 1) % count;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return count - 1;
  return undefined;
}
