import { useCallback, useEffect } from 'react';
import { type PayState, shortenAddress } from '../../../core/index.js';
import {
  amountDue,
  continueSwap,
  selectSwap,
  setClosable,
  swapAsset,
  tokenImageUrl,
} from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { Facts } from '../../primitives/Facts.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import { Tipped } from '../../primitives/Tipped.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { connectedWalletImage } from '../connectedWalletImage.js';
import type { Sending } from '../useSending.js';
import { useSilence } from '../useSilence.js';
import { useWalletName } from '../useWalletName.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';
import { payAmount, useShop } from './Bill.js';

/** The wait for the wallet and the network, with a confirmation if the visitor wants to close meanwhile. */
export function PayProgress({ pay, sending }: { pay: PayState; sending: Sending }) {
  const { kit, text } = useModal();
  const shop = useShop();
  const wallet = useWalletName(pay.network.chainNamespace) ?? text.t('send.yourWallet');
  const { step, chosen, token, network, terms } = pay;
  const imageUrl = useKitState(
    useCallback(state => connectedWalletImage(state, network.chainNamespace), [network]),
  );
  const swapStatus = useKitState(state => selectSwap(state).run?.status);
  const isSent = step === 'confirming';
  const waits = step === 'ready' || (step === 'swapping' && swapStatus === 'ready');
  useEffect(() => {
    // Nothing was sent to the wallet for this step: leaving ends the payment.
    if (waits) setClosable(kit, true);
  }, [kit, waits]);
  const goOn = () => {
    setClosable(kit, false);
    continueSwap(kit);
  };
  const asks = sending.status === 'asking' && !isSent && !waits;
  const silent = useSilence(!isSent && !asks && !waits);
  const amount = payAmount(text, pay, amountDue(pay));
  if (isSent)
    return (
      <Hero
        live
        alone
        title={text.t('pay.wait', { amount })}
        text={text.t('pay.waitText', { network: network.name, shop: shop.name })}
        mark={
          <Ring state="wait" round>
            <Coin
              id={token ? swapAsset(token) : network.caipNetworkId}
              name={token?.symbol ?? ''}
              url={token && tokenImageUrl(kit, token)}
              size={72}
            />
          </Ring>
        }
      />
    );
  const isSwap = step === 'swapping';
  const title = isSwap
    ? text.t('pay.swapping')
    : text.t(chosen?.quote ? 'pay.payingStep' : 'pay.askTitle', { wallet });
  const swapText =
    swapStatus === 'confirming'
      ? text.t('pay.swapConfirming', { network: network.name })
      : text.t('pay.swappingText', { wallet });
  const said = isSwap ? swapText : text.t('pay.askText', { amount });
  return (
    <>
      <Hero
        live
        title={asks ? text.t('send.askTitle') : title}
        text={
          asks
            ? text.t('pay.closeText', { wallet, shop: shop.name })
            : silent
              ? text.t('request.silentText', { wallet })
              : said
        }
        mark={
          <Ring state={asks ? 'warn' : 'wait'}>
            <WalletImage name={wallet} url={imageUrl} size="lg" />
          </Ring>
        }
      />
      {!isSwap && (
        <Facts
          facts={[
            { label: text.t('pay.amount'), value: <bdi>{amount}</bdi> },
            {
              label: text.t('pay.to'),
              value: <Tipped tip={terms.recipient}>{shortenAddress(terms.recipient)}</Tipped>,
            },
            { label: text.t('send.network'), value: <bdi>{network.name}</bdi> },
          ]}
        />
      )}
      {!asks && !waits && <RequestDelivery />}
      {!asks && !waits && (
        <div className="lk-actions">
          <Button variant="secondary" onClick={sending.stop}>
            {text.t('send.cancel')}
          </Button>
        </div>
      )}
      {waits && (
        <div className="lk-actions">
          <Button trail="outgoing" onClick={goOn}>
            {text.t('pay.goOn', { wallet })}
          </Button>
        </div>
      )}
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
