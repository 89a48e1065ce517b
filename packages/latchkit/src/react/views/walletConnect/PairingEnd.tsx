import { startPairing } from '../../../core/index.js';
import { openWallet, type WalletConnectLink } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { ConnectHero } from '../connect/ConnectHero.js';
import type { PairingProps } from './Pairing.js';

export interface PairingEndProps extends PairingProps {
  /** The kind of link that was opened; trying again opens it again. */
  kind?: WalletConnectLink['kind'];
  /** The texts shown while the pairing is pending. */
  wait?: { readonly title: string; readonly text: string };
}

const NOT_WAITING = { title: '', text: '' };

/** The result of a pairing: connected as an account, or what happened and how to try again. */
export function PairingEnd(props: PairingEndProps) {
  const { walletId, wallet, state, kind, wait = NOT_WAITING, onRetry } = props;
  const { kit, text } = useModal();
  // The wallet that scanned the code is known by now.
  const peer = useKitState(({ walletConnect }) => walletConnect.wallet);
  const shown = state.status === 'done' && !wallet && peer ? peer : props;
  const retry = () => {
    if (kind === 'mobile') openWallet(kit, { walletId, kind });
    void startPairing(kit).catch(() => undefined);
    onRetry();
  };
  return (
    <>
      <ConnectHero name={shown.name} imageUrl={shown.imageUrl} state={state} wait={wait} nameless={!wallet} />
      {state.status === 'failed' && (
        <div className="lk-actions">
          <Button onClick={retry}>{text.t('action.tryAgain')}</Button>
        </div>
      )}
    </>
  );
}
