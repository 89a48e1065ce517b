import type { ReactNode } from 'react';

export interface GroupProps {
  label: string;
  /** A pointer was pressed on a row, and may be about to click it. */
  onPress?: () => void;
  className?: string;
  children: ReactNode;
}

/** A card of rows; its children are {@link ListItem}s. */
export function Group({ label, onPress, className, children }: GroupProps) {
  return (
    <ul
      className={className ? `lk-group ${className}` : 'lk-group'}
      // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not speak an unmarked list as one
      role="list"
      aria-label={label}
      onPointerDown={onPress}
    >
      {children}
    </ul>
  );
}
