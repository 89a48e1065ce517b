import { openWallet, type WalletConnectLink } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { PairingProps } from './Pairing.js';
import { PairingActions } from './PairingActions.js';
import { PairingEnd } from './PairingEnd.js';
import { PairingProblem } from './PairingProblem.js';
import type { ShownPairing } from './usePairing.js';

export interface PairingLinkProps extends PairingProps {
  pairing: ShownPairing;
  kind: WalletConnectLink['kind'];
}

/** The pairing as a link, to an app on this device or to a web page. */
export function PairingLink({ pairing, ...props }: PairingLinkProps) {
  const { walletId, name, wallet, kind, state } = props;
  const { kit, text } = useModal();
  const slots = { wallet: name };
  const title = wallet ? text.t('pair.continueTitle', slots) : text.t('pair.anyTitle');
  const label = wallet ? text.t('pair.open', slots) : text.t('pair.openAny');
  const isReady = pairing.uri !== undefined;
  return (
    <>
      <PairingEnd {...props} wait={{ title, text: text.t(`pair.${kind}Text`, slots) }} />
      {state.status === 'waiting' && (
        <>
          {pairing.problem ? (
            <PairingProblem pairing={pairing} />
          ) : (
            <div className="lk-actions">
              {/* Open the link during the tap itself: phones open apps at no other time. */}
              <Button
                trail="outgoing"
                busy={!isReady}
                onClick={() => void openWallet(kit, { walletId, kind })}
              >
                {isReady ? label : text.t('pair.preparing')}
              </Button>
            </div>
          )}
          <PairingActions pairing={pairing} wallet={wallet} />
        </>
      )}
    </>
  );
}
