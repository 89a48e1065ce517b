import type { OwnPermission } from 'latchkit/protocol';
import type { ReactNode } from 'react';
import { Glyph } from '../parts/Glyph.js';
import { usePortal } from '../runtime/PortalContext.js';
import { permissionTerms } from './permissionTerms.js';

export interface PermissionRowProps {
  readonly permission: OwnPermission;
  /** Until when, and what else there is to know. */
  readonly notes: readonly string[];
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** A permission: the site, and what it allows. */
export function PermissionRow({ permission, notes, children }: PermissionRowProps) {
  const { text } = usePortal();
  return (
    <li className="pt-row">
      <Glyph name="key" />
      <div>
        <b>
          <bdi>{permission.domain}</bdi>
        </b>
        {[text(...permissionTerms(permission)), ...notes].map(note => (
          <small key={note}>{note}</small>
        ))}
      </div>
      {children}
    </li>
  );
}
