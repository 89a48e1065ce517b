import type { ReactNode } from 'react';

/** A row that leads to a page of its own, or where there is none says what it says. */
export function RowLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <li>
      {href ? (
        <a className="lk-row" href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        <div className="lk-row lk-still">{children}</div>
      )}
    </li>
  );
}
