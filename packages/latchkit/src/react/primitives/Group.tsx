import type { ReactNode } from 'react';

/** A card of rows; its children are {@link ListItem}s. */
export function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Without its role Safari does not speak an unmarked list as one.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="lk-group" role="list" aria-label={label}>
      {children}
    </ul>
  );
}
