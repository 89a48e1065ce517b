import { type BaseError, type PayState, type SwapRun, shortenAddress } from '../../../core/index.js';
import {
  canRetryPayment,
  leavePayment,
  OUT_OF_GAS,
  retryPayment,
  selectSwap,
} from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Facts } from '../../primitives/Facts.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import { Tipped } from '../../primitives/Tipped.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { timeAt } from '../../runtime/timeAt.js';
import { useCopy } from '../../runtime/useCopy.js';
import { useKitState } from '../../runtime/useKitState.js';
import { transactionLink } from '../explorerLink.js';
import { operationFailure } from '../operationFailure.js';
import { useWalletName } from '../useWalletName.js';
import { payAmount, useShop } from './Bill.js';

/** How the payment ended: its receipt, or why nothing was paid. */
export function PayEnd({ pay }: { pay: PayState }) {
  const { kit, text } = useModal();
  const shop = useShop();
  const wallet = useWalletName(pay.network.chainNamespace) ?? text.t('send.yourWallet');
  const { receipt, step, terms, error, token } = pay;
  const swapped = useKitState(state => swapEnd(pay, selectSwap(state).run));
  const { copied, copy } = useCopy(receipt && receiptText(text, pay, shop.name));
  const canRetry = canRetryPayment(kit);
  const back = (
    <Button variant={canRetry ? 'secondary' : 'primary'} onClick={() => leavePayment(kit)}>
      {text.t('pay.back', { shop: shop.name })}
    </Button>
  );
  const hero = (state: RingState, title: string, said: string) => (
    <Hero
      live
      title={title}
      text={said}
      mark={
        <Ring state={state}>
          <WalletImage name={shop.name} url={shop.icon} size="lg" />
        </Ring>
      }
    />
  );
  if (step === 'paid' && receipt)
    return (
      <>
        {hero(
          'done',
          text.t('pay.paid', { amount: payAmount(text, pay, terms.amount) }),
          text.t('pay.paidText', { shop: shop.name }),
        )}
        <ReceiptFacts pay={pay} />
        <div className="lk-actions">
          {back}
          <Button variant="quiet" size="md" icon={copied ? 'check' : 'copy'} onClick={copy}>
            {text.t(copied ? 'pay.copied' : 'pay.copyReceipt')}
          </Button>
        </div>
      </>
    );
  if (step === 'expired')
    return (
      <>
        {hero('warn', text.t('pay.expired'), text.t('pay.expiredText', { shop: shop.name }))}
        <div className="lk-actions">{back}</div>
      </>
    );
  const why = error ? failureText(text, error, wallet) : '';
  const said = swapped ? `${why} ${text.t(swapped, { symbol: token?.symbol ?? '' })}` : why;
  return (
    <>
      {hero('error', text.t('pay.failed'), said)}
      <div className="lk-actions">
        {canRetry && <Button onClick={() => retryPayment(kit)}>{text.t('action.tryAgain')}</Button>}
        {back}
      </div>
    </>
  );
}

/** What is said about the swap of a payment that failed; undefined if there was none, or the visitor declined it. */
function swapEnd({ chosen, error }: PayState, run: SwapRun | undefined) {
  if (!chosen?.quote) return undefined;
  if (run?.status === 'done') return 'pay.swapped';
  const isDeclined = error?.code === 'REQUEST_REJECTED' && run?.hash === undefined;
  return isDeclined ? undefined : 'pay.failedSwap';
}

function ReceiptFacts({ pay }: { pay: PayState }) {
  const { text } = useModal();
  const { receipt, network } = pay;
  if (!receipt) return null;
  const link = transactionLink(network, receipt.hash);
  const short = shortenAddress(receipt.hash);
  return (
    <Facts
      facts={[
        ...(receipt.reference
          ? [{ label: text.t('pay.orderLabel'), value: <bdi>{receipt.reference}</bdi> }]
          : []),
        { label: text.t('pay.paidAt'), value: timeAt(text, receipt.paidAt) },
        ...(receipt.from
          ? [
              {
                label: text.t('pay.from'),
                value: <Tipped tip={receipt.from}>{shortenAddress(receipt.from)}</Tipped>,
              },
            ]
          : []),
        {
          label: text.t('pay.transaction'),
          value: link ? (
            <a className="lk-link" href={link.href} target="_blank" rel="noopener noreferrer">
              <bdi>{short}</bdi>
            </a>
          ) : (
            <Tipped tip={receipt.hash}>{short}</Tipped>
          ),
        },
      ]}
    />
  );
}

/** The receipt as lines of text. */
function receiptText(text: Text, pay: PayState, shop: string): string {
  const { receipt, terms } = pay;
  if (!receipt) return '';
  return [
    `${text.t('pay.paid', { amount: payAmount(text, pay, terms.amount) })} ${text.t('pay.paidText', { shop })}`,
    ...(receipt.reference ? [`${text.t('pay.orderLabel')}: ${receipt.reference}`] : []),
    `${text.t('pay.paidAt')}: ${new Date(receipt.paidAt).toISOString()}`,
    ...(receipt.from ? [`${text.t('pay.from')}: ${receipt.chainId}:${receipt.from}`] : []),
    `${text.t('pay.transaction')}: ${receipt.hash}`,
  ].join('\n');
}

function failureText(text: Text, error: BaseError, wallet: string): string {
  switch (error.code) {
    case 'REQUEST_REJECTED':
      return text.t('pay.declined', { wallet });
    case 'PAYMENT_ACCOUNT_CHANGED':
    case 'SWAP_ACCOUNT_CHANGED':
      return text.t('pay.changed');
    case 'PAYMENT_DISCONNECTED':
    case 'SWAP_DISCONNECTED':
      return text.t('pay.disconnected');
    case 'TRANSACTION_REVERTED':
      return error.message === OUT_OF_GAS
        ? text.t('pay.ranOut')
        : text.t('pay.reverted', { reason: error.message });
    default: {
      const operation = operationFailure(error);
      return operation ? text.t(operation.text) : text.t('pay.failedText', { wallet });
    }
  }
}
