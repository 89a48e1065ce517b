import type { WalletItem } from '../../../core/index.js';
import { linkEnvironment, navigate } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Said } from '../../primitives/Said.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCopy } from '../../runtime/useCopy.js';
import { waysToGet } from '../connect/waysToGet.js';
import type { ShownPairing } from './usePairing.js';

export interface PairingActionsProps {
  pairing: ShownPairing;
  wallet: WalletItem | undefined;
}

/** Other actions for a pairing: copy its link, or get the wallet first. */
export function PairingActions({ pairing, wallet }: PairingActionsProps) {
  const { kit, text } = useModal();
  const { copied, copy } = useCopy(pairing.uri);
  const get = wallet && waysToGet(wallet.listing, linkEnvironment(), { pairs: true }).length > 0;
  // Without a link there is nothing to copy; the reason is shown above.
  const copies = !pairing.problem;
  if (!copies && !get) return null;
  return (
    <div className={get && copies ? 'lk-pair' : 'lk-actions'}>
      {copies && (
        <Button
          variant="secondary"
          icon={copied ? 'check' : 'copy'}
          disabled={pairing.uri === undefined}
          onClick={copy}
        >
          {text.t(copied ? 'toast.linkCopied' : 'pair.copyLink')}
        </Button>
      )}
      <Said>{copied && text.t('toast.linkCopied')}</Said>
      {get && (
        <Button
          variant="secondary"
          icon="download"
          returnKey="get-wallet"
          onClick={() => navigate(kit, { name: 'ConnectingExternal', walletId: wallet.id })}
        >
          {text.t('pair.getApp')}
        </Button>
      )}
    </div>
  );
}
