import type { Connector, LatchkitState } from '../../../core/index.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { connectorImage } from '../connectorName.js';
import { useSilence } from '../useSilence.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';
import type { Sending } from './useSending.js';

/** The wait for the wallet, with a confirmation if the visitor wants to close meanwhile. */
export function SendWaiting({ sending, wallet }: { sending: Sending; wallet: string }) {
  const { text } = useModal();
  const imageUrl = useKitState(connectedWalletImage);
  const asks = sending.status === 'asking';
  const silent = useSilence(!asks);
  const waitText = silent ? text.t('request.silentText', { wallet }) : text.t('send.waitText');
  return (
    <>
      <Hero
        live
        title={asks ? text.t('send.askTitle') : text.t('send.waitTitle', { wallet })}
        text={asks ? text.t('send.askText', { wallet }) : waitText}
        mark={
          <Ring state={asks ? 'warn' : 'wait'}>
            <WalletImage name={wallet} url={imageUrl} size="lg" />
          </Ring>
        }
      />
      {!asks && <RequestDelivery />}
      {asks && (
        <div className="lk-actions lk-pair">
          <Button variant="secondary" onClick={sending.closeAnyway}>
            {text.t('send.closeAnyway')}
          </Button>
          <Button onClick={sending.keepWaiting}>{text.t('send.keepWaiting')}</Button>
        </div>
      )}
    </>
  );
}

/** The image of the active namespace's wallet, while one is connected. */
function connectedWalletImage(state: LatchkitState): string | undefined {
  const { namespaces, connectors, activeNamespace } = state;
  const connection = namespaces[activeNamespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  const { connectorId } = connection;
  const isIt = ({ id, chain }: Connector) => id === connectorId && chain === activeNamespace;
  return connectorImage(
    state,
    connectors.find(one => isIt(one) || one.connectors?.some(isIt)),
  );
}
