import type { ReactNode } from 'react';

/** One or two words at the end of a row; at most one per row. */
export function Tag({ tone, children }: { tone?: 'accent' | 'warning'; children: ReactNode }) {
  return (
    <span className="lk-tag" data-tone={tone}>
      {children}
    </span>
  );
}
