import type { ReactNode } from 'react';
import { Icon } from './Icon.js';

export type RingState = 'wait' | 'done' | 'error' | 'warn';

const BADGES = {
  done: ['success', 'check'],
  error: ['danger', 'close'],
  warn: ['warning', 'warning'],
} as const;

/** Two arcs around a mark: they turn while waiting, close when connected and separate when declined. */
export function Ring({ state, round, children }: { state: RingState; round?: boolean; children: ReactNode }) {
  const badge = state === 'wait' ? undefined : BADGES[state];
  return (
    <div className="lk-ring" data-state={state} data-round={round ? '' : undefined}>
      <svg className="lk-ring-line" viewBox="0 0 104 104" aria-hidden="true">
        <rect className="lk-ring-track" x="2" y="2" width="100" height="100" />
        <rect className="lk-ring-arc" x="2" y="2" width="100" height="100" pathLength="100" />
      </svg>
      {children}
      {badge && (
        <span className="lk-ring-badge" data-tone={badge[0]}>
          <Icon name={badge[1]} size="sm" />
        </span>
      )}
    </div>
  );
}
