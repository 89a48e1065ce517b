import { PermissionList } from '../permissions/PermissionList.js';
import { usePermissions } from '../permissions/usePermissions.js';
import { usePortal } from '../runtime/PortalContext.js';

/** What a freeze does not stop, if there is any: the permissions that networks accept. */
export function GrantedPermissions() {
  const { text } = usePortal();
  const list = usePermissions();
  if (!list.value?.some(({ isValid }) => isValid)) return null;
  return (
    <section className="pt-block" aria-labelledby="granted">
      <h2 id="granted">{text('page.permissions')}</h2>
      <p className="pt-note">{text('freeze.granted')}</p>
      <PermissionList list={list} />
    </section>
  );
}
