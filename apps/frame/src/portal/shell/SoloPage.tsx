import type { ReactNode } from 'react';
import { Brand } from './Brand.js';

/** A page with one task, without navigation. */
export function SoloPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="pt">
      <header className="pt-top">
        <span className="pt-brand">
          <Brand name={location.host} />
        </span>
      </header>
      <main className="pt-solo">
        <div className="pt-panel">{children}</div>
      </main>
    </div>
  );
}
