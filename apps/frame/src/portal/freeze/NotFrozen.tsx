import { ActButton } from '../parts/ActButton.js';
import { PageHead } from '../parts/PageHead.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { GrantedPermissions } from './GrantedPermissions.js';
import { useFreeze } from './useFreeze.js';

/** What a freeze does, and the button. */
export function NotFrozen() {
  const { text } = usePortal();
  const freeze = useFreeze();
  return (
    <>
      <PageHead title={text('freeze.title')}>
        <p>{text('freeze.text')}</p>
      </PageHead>
      <div className="pt-acts">
        <ActButton action={freeze} icon="snowflake" variant="danger">
          {text('freeze.act')}
        </ActButton>
      </div>
      <Problem error={freeze.problem} />
      <p className="pt-note">{text('freeze.note')}</p>
      <GrantedPermissions />
    </>
  );
}
