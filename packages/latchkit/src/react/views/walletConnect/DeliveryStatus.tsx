import { useEffect, useState } from 'react';
import type { WalletConnectRequest } from '../../../core/index.js';
import { openWallet, resendRequest } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Icon } from '../../primitives/Icon.js';
import { Spinner } from '../../primitives/Spinner.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { pairingCss } from '../../theme/pairing.css.gen.js';

/** How long the wallet has to show a request before it can be sent again, in milliseconds. */
const PATIENCE = 5_000;

export interface DeliveryStatusProps {
  /** Offers to open the wallet. Default: true. */
  leads?: boolean;
}

/**
 * The status of the latest pending request: whether it was sent, a link to the wallet, and a button to send it again.
 */
export function DeliveryStatus({ leads = true }: DeliveryStatusProps) {
  useStyles(pairingCss);
  const request = useKitState(({ walletConnect }) => walletConnect.requests.at(-1));
  return request ? <Delivery key={request.id} request={request} leads={leads} /> : null;
}

function Delivery({ request, leads }: { request: WalletConnectRequest; leads: boolean }) {
  const { kit, text } = useModal();
  const { wallet, relay } = useKitState(({ walletConnect }) => walletConnect);
  const [again, setAgain] = useState<{ readonly at: number; readonly sent: boolean }>({
    at: request.startedAt,
    sent: false,
  });
  const isLate = useLate(again.at + PATIENCE);
  const slots = { wallet: wallet?.name ?? text.t('pair.anyWallet') };
  const isSent = request.status === 'sent';
  const isDown = !isSent && (relay === 'unreachable' || relay === 'offline');
  const resend = () => {
    setAgain({ at: Date.now(), sent: true });
    // Ignore the failure: a request that can't be sent again is still in transit, or already answered.
    resendRequest(kit, request.id).catch(() => undefined);
  };
  const said = isDown ? 'delivery.unreachable' : isSent ? 'delivery.sent' : 'delivery.sending';
  const canResend = isSent && isLate;
  const href = leads ? wallet?.href : undefined;
  return (
    <div className="lk-card lk-delivery" data-status={request.status}>
      <p className="lk-delivery-line" role="status">
        {isSent ? <Icon name={again.sent ? 'again' : 'done'} /> : <Spinner />}
        <span>{again.sent && isSent ? text.t('delivery.sentAgain') : text.t(said, slots)}</span>
      </p>
      {(href || canResend) && (
        <div className="lk-delivery-acts">
          {href && (
            // Open the link during the tap itself: phones open apps at no other time.
            <Button variant="secondary" size="md" trail="outgoing" onClick={() => void openWallet(kit)}>
              {text.t('delivery.open', slots)}
            </Button>
          )}
          {canResend && (
            <Button variant="quiet" size="md" icon="again" onClick={resend}>
              {text.t('delivery.again')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Whether a Unix time in milliseconds has passed. */
function useLate(moment: number): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return passed === moment;
}
