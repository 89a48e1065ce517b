import { useEffect } from 'react';
import type { PurchaseOrder } from '../../../core/index.js';
import { forgetPurchase, formatFiat, replaceView, tokenImageUrl } from '../../../internal/index.js';
import { focusTitle } from '../../modal/dialogFocus.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { Facts } from '../../primitives/Facts.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortAmount } from '../formatAmount.js';

/** The purchase in progress, or how it ended. */
export function Purchase({ order }: { order: PurchaseOrder }) {
  const { kit, text, root } = useModal();
  const { state, title, detail } = purchaseTexts(text, order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has other controls
  useEffect(() => {
    // The pressed control is gone: keep the focus inside the modal.
    const dialog = root.querySelector<HTMLElement>('.lk-modal');
    if (dialog && (document.activeElement ?? document.body) === document.body) focusTitle(dialog);
  }, [root, order.status]);
  const isOpen = state === 'wait';
  return (
    <>
      <Hero
        live
        title={title}
        text={detail}
        mark={
          <Ring state={state} round>
            <Coin
              id={order.token ?? order.chainId}
              name={order.symbol}
              url={tokenImageUrl(kit, { symbol: order.symbol })}
              size={72}
            />
          </Ring>
        }
      />
      {isOpen && <Facts facts={purchaseFacts(text, order)} />}
      <div className="lk-actions">
        {isOpen && order.status === 'created' && (
          <Button variant="secondary" trail="external" href={order.url}>
            {text.t('onramp.open', { provider: order.providerName })}
          </Button>
        )}
        {order.status === 'completed' && (
          <Button onClick={() => replaceView(kit, { name: 'Account' })}>{text.t('onramp.toAccount')}</Button>
        )}
        <Button
          variant={isOpen || order.status === 'completed' ? 'quiet' : 'primary'}
          onClick={() => forgetPurchase(kit)}
        >
          {text.t(isOpen || order.status === 'completed' ? 'onramp.another' : 'onramp.again')}
        </Button>
      </div>
    </>
  );
}

function purchaseFacts(text: Text, order: PurchaseOrder) {
  const { paymentAmount, paymentCurrency } = order;
  const paid = formatFiat(Number(paymentAmount), { locale: text.locale, currency: paymentCurrency });
  const amount = amountOf(text, order);
  return [
    { label: text.t('onramp.youPay'), value: <bdi>{paid}</bdi> },
    ...(amount ? [{ label: text.t('onramp.youGet'), value: <bdi>{amount}</bdi> }] : []),
  ];
}

function amountOf(text: Text, { purchaseAmount, symbol }: PurchaseOrder): string | undefined {
  return purchaseAmount && `${shortAmount(purchaseAmount, text.locale)} ${symbol}`;
}

interface PurchaseTexts {
  readonly state: RingState;
  readonly title: string;
  readonly detail: string;
}

function purchaseTexts(text: Text, order: PurchaseOrder): PurchaseTexts {
  const provider = order.providerName;
  switch (order.status) {
    case 'created':
      return {
        state: 'wait',
        title: text.t('onramp.finish', { provider }),
        detail: text.t('onramp.finishText'),
      };
    case 'paid':
      return { state: 'wait', title: text.t('onramp.paid'), detail: text.t('onramp.paidText', { provider }) };
    case 'completed':
      return {
        state: 'done',
        title: text.t('onramp.done', { amount: amountOf(text, order) ?? order.symbol }),
        detail: text.t('onramp.doneText'),
      };
    case 'declined':
      return { state: 'error', title: text.t('onramp.declined'), detail: text.t('onramp.notCharged') };
    case 'expired':
      return { state: 'warn', title: text.t('onramp.expired'), detail: text.t('onramp.notCharged') };
    case 'refunded':
      return { state: 'warn', title: text.t('onramp.refunded'), detail: text.t('onramp.refundedText') };
    case 'failed':
      return {
        state: 'error',
        title: text.t('onramp.failed'),
        detail: text.t('onramp.failedText', { provider }),
      };
  }
}
