import { openWallet, startPairing, type WalletConnectLink } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { Button } from '../../primitives/Button.js';
import { ConnectHero } from '../connecting/ConnectHero.js';
import type { PairingProps } from './Pairing.js';

export interface PairingEndProps extends PairingProps {
  /** The link that was followed, which trying again follows again. */
  kind?: WalletConnectLink['kind'];
  /** What is said while it has not ended. */
  wait?: { readonly title: string; readonly text: string };
}

const NOT_WAITING = { title: '', text: '' };

/** What becomes of a pairing: connected as whom, or what happened and how to try again. */
export function PairingEnd(props: PairingEndProps) {
  const { walletId, wallet, state, kind, wait = NOT_WAITING, onRetry } = props;
  const { kit, text } = useModal();
  // Which wallet it was that scanned a code is known now.
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
