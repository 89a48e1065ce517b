import { useCallback, useEffect, useState } from 'react';
import { listSwapApprovals, removeSwapApproval, type SwapApproval } from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { shortAmount } from '../formatAmount.js';

/** Approvals that a swap has not used, each with a way to remove it. */
export function ApprovalRows() {
  const { kit, text } = useModal();
  const account = useKitState(state => state.namespaces.eip155?.account.caipAddress);
  const pending = useKitState(state => state.pendingTransactions.length);
  const [approvals, setApprovals] = useState<readonly SwapApproval[]>([]);
  const [busy, setBusy] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has others, and a settled transaction changes them
  useEffect(() => {
    let live = true;
    listSwapApprovals(kit).then(
      found => live && setApprovals(found),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [kit, account, pending]);
  const remove = useCallback(
    async (approval: SwapApproval) => {
      setBusy(approval.hash);
      try {
        await removeSwapApproval(kit, approval);
        setApprovals(before => before.filter(one => one.hash !== approval.hash));
        showToast(kit, { tone: 'success', text: 'swap.removed' });
      } catch {
        showToast(kit, { tone: 'danger', text: 'swap.removeFailed' });
      } finally {
        setBusy(undefined);
      }
    },
    [kit],
  );
  if (approvals.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
    <ul className="lk-group" role="list" aria-label={text.t('swap.approvals')}>
      {approvals.map(approval => {
        const amount = `${shortAmount(approval.amount, text.locale)} ${approval.symbol}`;
        return (
          <li key={approval.hash}>
            <div className="lk-row lk-still">
              <span className="lk-glyph">
                <Icon name="shield" />
              </span>
              <span className="lk-row-text">
                <span className="lk-row-title">{text.t('swap.approval', { amount })}</span>
                <span className="lk-row-sub">{text.t('swap.approvalText')}</span>
              </span>
              <Button
                variant="secondary"
                size="sm"
                label={text.t('swap.removeOf', { amount })}
                busy={busy === approval.hash}
                onClick={() => void remove(approval)}
              >
                {text.t('swap.remove')}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
