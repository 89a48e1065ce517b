import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type BaseError, type CaipNetwork, formatUnits, type SendState } from '../../../core/index.js';
import {
  factorOf,
  formatFiat,
  goBack,
  parseAmount,
  receiverWarnings,
  sendTokens,
  shownUnits,
  toBaseUnits,
  toFiat,
  unitsOfShown,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Facts } from '../../primitives/Facts.js';
import { Hero } from '../../primitives/Hero.js';
import { Notice } from '../../primitives/Notice.js';
import { Ring } from '../../primitives/Ring.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { agreeCss } from '../../theme/agree.css.gen.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { connectedWalletImage } from '../connectedWalletImage.js';
import { formatAmount, shortAmount } from '../formatAmount.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { operationFailure } from '../operationFailure.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { type Sending, useSending } from '../useSending.js';
import { useSilence } from '../useSilence.js';
import { useWalletName } from '../useWalletName.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';
import { feeFacts } from './feeFacts.js';
import { ReceiverWarnings } from './ReceiverWarnings.js';
import { SendFlow } from './SendFlow.js';
import { sendCheck } from './sendCheck.js';
import { type PreparedSend, usePreparedSend } from './usePreparedSend.js';

/** The review before the wallet is asked, and the wait for its response. */
export function SendReviewView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const current = useKitState(state => state.send);
  // Sending clears the form, but this view is still shown until the next one appears.
  const last = useRef(current);
  if (current.token && current.receiverAddress) last.current = current;
  const send = last.current;
  const preparedSend = usePreparedSend();
  const sending = useSending(sendTokens);
  const wallet = useWalletName() ?? text.t('send.yourWallet');
  const [compared, setCompared] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useStyles(sendCss);
  useStyles(agreeCss);
  useGlide(body, sending.status);
  const isEmpty = !send.token || !send.receiverAddress;
  useEffect(() => {
    // The host opened the view without a payment to review.
    if (isEmpty && depth > 0) goBack(kit);
  }, [kit, isEmpty, depth]);
  const waits = sending.status === 'waiting' || sending.status === 'asking';
  const title = text.t('send.reviewTitle');
  if (!chain || !send.token || !send.receiverAddress)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  if (waits)
    return (
      <ViewFrame title={wallet} kind="task" depth={depth} bodyRef={body}>
        <SendWaiting sending={sending} wallet={wallet}>
          <SendFlow send={send} />
          <ReviewFacts send={send} network={chain.network} preparedSend={preparedSend} />
        </SendWaiting>
      </ViewFrame>
    );
  const { network } = chain;
  const { prepared } = preparedSend;
  const isLookAlike = receiverWarnings(kit).some(({ kind }) => kind === 'lookAlike');
  const problem = sendCheck(send, prepared);
  const failure = sending.status === 'failed' ? sendFailure(text, sending.error, wallet) : undefined;
  const amount = `${shortAmount(parseAmount(send.sendTokenAmount ?? '') ?? '0', text.locale)} ${send.token.symbol}`;
  return (
    <ViewFrame title={title} kind="child" depth={depth} bodyRef={body}>
      <SendFlow send={send} />
      <ReviewFacts send={send} network={network} preparedSend={preparedSend} />
      <ReceiverWarnings
        isContract={prepared?.receiverIsContract === true}
        heard={sending.status === 'failed'}
      />
      {prepared?.refusal !== undefined && (
        <Notice tone="danger">{text.t('send.refused', { reason: prepared.refusal })}</Notice>
      )}
      {failure && (
        <Notice tone="danger" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      {isLookAlike && (
        <label className="lk-agree">
          <input
            type="checkbox"
            checked={compared}
            onChange={event => setCompared(event.currentTarget.checked)}
          />
          <span>{text.t('send.lookAlikeAgree')}</span>
        </label>
      )}
      <Button disabled={problem !== undefined || (isLookAlike && !compared)} onClick={sending.start}>
        {text.t('send.sendAmount', { amount })}
      </Button>
    </ViewFrame>
  );
}

/** What moves of a scaled token, and the factor by which it is shown. Nothing for others. */
function scaleFacts(text: Text, send: SendState) {
  const { token, sendTokenAmount = '' } = send;
  const factor = factorOf(send);
  if (!token || factor === '1') return [];
  const { decimals } = token.quantity;
  const typed = toBaseUnits(parseAmount(sendTokenAmount) ?? '0', decimals) ?? 0n;
  const units = unitsOfShown(typed, factor);
  const amountOf = (one: bigint) =>
    `${formatAmount(formatUnits(one, decimals), text.locale)} ${token.symbol}`;
  return [
    { label: text.t('send.shown'), value: <bdi>{amountOf(shownUnits(units, factor))}</bdi> },
    {
      label: text.t('send.moves', { factor: formatAmount(factor, text.locale) }),
      value: <bdi>{amountOf(units)}</bdi>,
    },
  ];
}

/** Why sending failed, and whether something was sent. */
function sendFailure(
  text: Text,
  error: BaseError | undefined,
  wallet: string,
): { readonly title: string; readonly text: string } {
  if (error?.code === 'REQUEST_REJECTED') {
    return { title: text.t('send.declinedTitle'), text: text.t('send.declined', { wallet }) };
  }
  if (error?.code === 'SEND_AMOUNT_CHANGED')
    return { title: text.t('send.failedTitle'), text: text.t('send.rescaled') };
  const operation = operationFailure(error);
  if (operation) {
    const title = operation.isSent ? 'transaction.reverted' : 'send.failedTitle';
    return { title: text.t(title), text: text.t(operation.text) };
  }
  return { title: text.t('send.failedTitle'), text: text.t('send.failed', { wallet }) };
}

export interface ReviewFactsProps {
  send: SendState;
  network: CaipNetwork;
  preparedSend: PreparedSend;
}

/** The network, the fee and, if there are live prices for everything, the total. */
function ReviewFacts({ send, network, preparedSend }: ReviewFactsProps) {
  const { text } = useModal();
  const [native] = send.tokenBalances;
  const total = totalWorth(send, network, preparedSend);
  const shown = formatFiat(total, { locale: text.locale });
  return (
    <Facts
      facts={[
        {
          label: text.t('send.network'),
          value: (
            <>
              <NetworkCoin network={network} size={16} />
              <bdi>{network.name}</bdi>
            </>
          ),
        },
        ...scaleFacts(text, send),
        ...feeFacts(text, preparedSend, network, native),
        ...(shown ? [{ label: text.t('send.total'), value: <strong>{shown}</strong> }] : []),
      ]}
    />
  );
}

/** The total in US dollars including the fee; undefined if a price is missing. */
function totalWorth(
  { token, tokenBalances, sendTokenAmount = '' }: SendState,
  network: CaipNetwork,
  { prepared }: PreparedSend,
): number | undefined {
  const [native] = tokenBalances;
  const amount = parseAmount(sendTokenAmount) ?? '0';
  if (token?.price === undefined || native?.price === undefined || !prepared) return undefined;
  const fee = formatUnits(prepared.fee + prepared.rent, network.nativeCurrency.decimals);
  return Number(toFiat(amount, token.price) ?? 0) + Number(toFiat(fee, native.price) ?? 0);
}

export interface SendWaitingProps {
  readonly sending: Sending;
  readonly wallet: string;
  /** What the wallet shows too, to compare. */
  readonly children: ReactNode;
}

/** The wait for the wallet, with a confirmation if the visitor wants to close meanwhile. */
export function SendWaiting({ sending, wallet, children }: SendWaitingProps) {
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
      {children}
      {!asks && <RequestDelivery />}
      {!asks && (
        <div className="lk-actions">
          <Button variant="secondary" onClick={sending.stop}>
            {text.t('send.cancel')}
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
