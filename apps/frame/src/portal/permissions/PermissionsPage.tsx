import { PageHead } from '../parts/PageHead.js';
import { usePortal } from '../runtime/PortalContext.js';
import { PermissionList } from './PermissionList.js';

/** The sites that may act without asking. */
export function PermissionsPage() {
  const { text } = usePortal();
  return (
    <>
      <PageHead title={text('page.permissions')}>
        <p>{text('permissions.text')}</p>
      </PageHead>
      <PermissionList />
    </>
  );
}
