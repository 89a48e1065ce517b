import type { ReactNode } from 'react';

export interface GroupProps {
  label: string;
  /** A pointer was pressed on a row, and may be about to click it. */
  onPress?: () => void;
  children: ReactNode;
}

/** A card of rows; its children are {@link ListItem}s. */
export function Group({ label, onPress, children }: GroupProps) {
  return (
    // Without its role Safari does not speak an unmarked list as one.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="lk-group" role="list" aria-label={label} onPointerDown={onPress}>
      {children}
    </ul>
  );
}
