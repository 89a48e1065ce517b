import type { ComponentType } from 'react';
import { SWAP_APPROVALS_KEY } from '../../../internal/index.js';
import { addSwapTexts } from '../../runtime/addSwapTexts.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useLazy } from '../../runtime/useLazy.js';

/** The rows of approvals that swaps have left, which load only if there are any. */
export function useApprovalRows(): ComponentType | undefined {
  const { kit, text } = useModal();
  const hasApprovals = kit.kernel.storage.getItem(SWAP_APPROVALS_KEY) !== null;
  return useLazy(hasApprovals, async () => {
    const [{ ApprovalRows }] = await Promise.all([import('./ApprovalRows.js'), addSwapTexts({ text })]);
    return ApprovalRows;
  });
}
