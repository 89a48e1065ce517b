import { Glyph } from '../parts/Glyph.js';
import { PageHead } from '../parts/PageHead.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { PermissionList } from './PermissionList.js';
import { PermissionRow } from './PermissionRow.js';
import { usePermissions } from './usePermissions.js';

/** The sites that may act without asking, and those that could. */
export function PermissionsPage() {
  const { text, moment } = usePortal();
  const list = usePermissions();
  const { value, problem, reload } = list;
  if (problem !== undefined) return <Unreachable onRetry={() => void reload()} />;
  if (value === undefined) return <Skeleton />;
  const ended = value.filter(({ isValid }) => !isValid);
  const hasNone = ended.length === value.length;
  return (
    <>
      <PageHead title={text('page.permissions')}>{!hasNone && <p>{text('permissions.lead')}</p>}</PageHead>
      {hasNone ? (
        <div className="pt-card pt-empty">
          <Glyph name="key" />
          <h2>{text('permissions.none')}</h2>
          <p>{text('permissions.noneText')}</p>
        </div>
      ) : (
        <PermissionList list={list} />
      )}
      {ended.length > 0 && (
        <section className="pt-block" aria-labelledby="ended">
          <h2 id="ended">{text('permissions.ended')}</h2>
          <ul className="pt-rows">
            {ended.map(one => (
              <PermissionRow
                key={one.context}
                permission={one}
                notes={[moment(one.revokedAt ?? one.endsAt)]}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
