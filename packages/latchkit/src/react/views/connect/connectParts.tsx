import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { Group } from '../../primitives/Group.js';
import { AllWalletsRow } from './AllWalletsRow.js';
import { ConnectFooter } from './ConnectFooter.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './useTerms.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

/** The way to the directory, on a card of its own. */
function AllWalletsCard(props: { blocked: boolean; onBlocked: () => void }) {
  const { kit, text } = useModal();
  const offered = useKitState(state => state.features.allWallets);
  if (!offered || !kit.options.gateway || !kit.options.projectId) return null;
  return (
    <Group label={text.t('connect.wallets')}>
      <AllWalletsRow {...props} />
    </Group>
  );
}

/**
 * What Connect has that basic mode needs too. Handed to it, and not imported by it: what two chunks share becomes a third, and
 * every host would load Connect in more and larger pieces for the sake of one mode.
 */
export const connectParts = { AllWalletsCard, ConnectFooter, TermsCheckbox, useTerms, AGREE_FIRST_ID };

export type ConnectParts = typeof connectParts;
