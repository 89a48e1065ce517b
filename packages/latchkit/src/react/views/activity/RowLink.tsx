import type { ReactNode } from 'react';

/** A row that links to a page or, without one, is plain text. */
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
