import { useEffect, useState } from 'react';
import { closeModal } from '../../../core/index.js';
import {
  cancelWalletRequest,
  endShake,
  linkEnvironment,
  openWallet,
  setClosable,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useSilence } from '../useSilence.js';
import { DeliveryStatus } from './DeliveryStatus.js';

/** A host's request that is pending in a wallet: in its app on this phone, or on another device. */
export function WalletRequestView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const { wallet, requests } = useKitState(({ walletConnect }) => walletConnect);
  const refused = useKitState(({ modal }) => modal.shake);
  const [asks, setAsks] = useState(false);
  const [onPhone] = useState(() => linkEnvironment().platform !== 'desktop');
  useEffect(() => {
    if (refused) setAsks(true);
  }, [refused]);
  const name = wallet?.name ?? text.t('pair.anyWallet');
  const isHere = wallet?.href !== undefined;
  const silent = useSilence(!asks);
  const cancel = () => {
    // Leaves even if the requests have just been answered.
    setClosable(kit, true);
    if (requests.length === 0) closeModal(kit);
    for (const { id } of requests) cancelWalletRequest(kit, id).catch(() => undefined);
  };
  const keepWaiting = () => {
    // Closing again immediately asks again.
    endShake(kit);
    setAsks(false);
  };
  const slots = { wallet: name };
  const title = isHere ? 'request.hereTitle' : 'request.awayTitle';
  const detail = silent ? 'request.silentText' : isHere ? 'request.hereText' : 'request.awayText';
  return (
    <ViewFrame title={name} kind="task" depth={depth}>
      <Hero
        live
        title={asks ? text.t('request.askTitle') : text.t(title, slots)}
        text={text.t(asks ? 'request.askText' : detail, slots)}
        mark={
          <Ring state={asks ? 'warn' : 'wait'}>
            <WalletImage name={name} url={wallet?.imageUrl} size="lg" />
          </Ring>
        }
      />
      {!asks && <DeliveryStatus leads={false} />}
      <div className={asks || isHere ? 'lk-actions lk-pair' : 'lk-actions'}>
        <Button variant="secondary" onClick={cancel}>
          {text.t(asks ? 'request.stop' : 'signIn.cancel')}
        </Button>
        {asks && <Button onClick={keepWaiting}>{text.t('request.keepWaiting')}</Button>}
        {!asks && isHere && (
          <Button trail="outgoing" onClick={() => void openWallet(kit)}>
            {onPhone ? text.t('request.openAgain') : text.t('delivery.open', slots)}
          </Button>
        )}
      </div>
    </ViewFrame>
  );
}
