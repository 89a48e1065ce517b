import type { OwnPermission } from 'latchkit/protocol';
import { Glyph } from '../parts/Glyph.js';
import { usePortal } from '../runtime/PortalContext.js';
import { permissionTerms } from './permissionTerms.js';

export interface PermissionRowProps {
  readonly permission: OwnPermission;
  readonly isEnding: boolean;
  /** Whether this one or another one is being ended. */
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

/** A permission that its network accepts: the site, what it allows, until when, and the button that ends it. */
export function PermissionRow({ permission, isEnding, isBusy, onEnd }: PermissionRowProps) {
  const { text, moment } = usePortal();
  const { domain, endsAt, revokedAt } = permission;
  return (
    <li className="pt-row">
      <Glyph name="key" />
      <div>
        <b>
          <bdi>{domain}</bdi>
        </b>
        <small>{text(...permissionTerms(permission))}</small>
        <small>{text('permissions.ends', { time: moment(endsAt) })}</small>
        {revokedAt !== null && !isEnding && <small>{text('permissions.stopped')}</small>}
      </div>
      {isEnding ? (
        <span className="pt-tag" role="status">
          {text('permissions.revoking')}
        </span>
      ) : (
        <button
          type="button"
          className="pt-btn"
          data-variant="secondary"
          data-size="sm"
          aria-label={text('permissions.revoke', { site: domain })}
          disabled={isBusy}
          onClick={onEnd}
        >
          {text('devices.revoke')}
        </button>
      )}
    </li>
  );
}
