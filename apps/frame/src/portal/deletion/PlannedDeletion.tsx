import { keepWalletCall, type keepWalletRequest } from 'latchkit/protocol';
import { ActButton } from '../parts/ActButton.js';
import { PageHead } from '../parts/PageHead.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useHome } from '../runtime/useHome.js';

export interface PlannedDeletionProps {
  readonly at: string;
  /** Whether a login alone asked for it, so that any use of the wallet ends it. */
  readonly isOnlyAsked: boolean;
}

/** The wallet will be deleted, and can be kept with one press. */
export function PlannedDeletion({ at, isOnlyAsked }: PlannedDeletionProps) {
  const { portal, text, moment } = usePortal();
  const { reload } = useHome();
  const keep = useAction(async () => {
    await portal.call<typeof keepWalletRequest>(keepWalletCall, {});
    await reload();
  });
  return (
    <>
      <PageHead title={text('deletion.pendingTitle', { time: moment(at) })}>
        <p>{text('deletion.pendingText')}</p>
        {isOnlyAsked && <p>{text('deletion.askedText')}</p>}
      </PageHead>
      <div className="pt-acts">
        <ActButton action={keep} variant="primary">
          {text('deletion.keep')}
        </ActButton>
        <a className="pt-btn" data-variant="quiet" href="#export">
          {text('deletion.export')}
        </a>
      </div>
      <Problem error={keep.problem} />
    </>
  );
}
