import type { OwnPermission } from 'latchkit/protocol';
import { Glyph } from '../parts/Glyph.js';
import { Problem } from '../parts/Problem.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { usePermissions } from './usePermissions.js';

/** The permissions that networks accept, each with a button that ends it, and one for all of them. */
export function PermissionList() {
  const { text, moment } = usePortal();
  const { value, problem, reload, end } = usePermissions();
  const isFrozen = useHome().value?.frozenUntil != null;
  if (problem !== undefined) return <Unreachable onRetry={() => void reload()} />;
  if (value === undefined) return <Skeleton />;
  const valid = value.filter(one => one.isValid);
  const open = isFrozen ? valid.filter(one => one.revokedAt === null) : valid;
  const button = (permissions: readonly OwnPermission[], name: string) => (
    <button
      type="button"
      className="pt-btn"
      data-variant="secondary"
      data-size="sm"
      disabled={end.isBusy}
      onClick={() => void end.run(permissions)}
    >
      {name}
    </button>
  );
  return (
    <>
      <Problem error={end.problem} />
      {valid.length === 0 && <p className="pt-note">{text('permissions.none')}</p>}
      <ul className="pt-rows">
        {valid.map(one => (
          <li key={one.context} className="pt-row">
            <Glyph name="lock" />
            <div>
              <b>
                <bdi>{one.domain}</bdi>
              </b>
              <small>
                {text(one.amount === null ? 'permissions.call' : 'permissions.limit', {
                  ...slotsOf(one),
                  time: moment(one.endsAt),
                })}
              </small>
              {one.revokedAt !== null && <small>{text('permissions.stopped')}</small>}
            </div>
            {open.includes(one) && button([one], text('devices.revoke'))}
          </li>
        ))}
      </ul>
      {open.length > 1 && <div className="pt-acts">{button(open, text('permissions.revokeAll'))}</div>}
    </>
  );
}

/** Without a symbol: of the network's coin, or of an unlisted token. */
function slotsOf({ kind, target, amount, symbol, period, network }: OwnPermission) {
  const token = kind === 'native' ? '' : (symbol ?? target);
  const hours = String(Math.round(period / 3_600));
  return { amount: `${amount} ${token}`.trim(), hours, network, target };
}
