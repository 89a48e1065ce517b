import type { ReactNode } from 'react';

export interface GroupProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A card of rows; its children are {@link ListItem}s. */
export function Group({ label, className, children }: GroupProps) {
  return (
    <ul
      className={className ? `lk-group ${className}` : 'lk-group'}
      // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
      role="list"
      aria-label={label}
    >
      {children}
    </ul>
  );
}
