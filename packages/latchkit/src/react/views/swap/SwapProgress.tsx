import { useEffect, useState } from 'react';
import {
  type BaseError,
  type CaipNetwork,
  listSwapApprovals,
  removeSwapApproval,
  type SwapApproval,
  type SwapRun,
  type SwapState,
  shortenAddress,
} from '../../../core/index.js';
import { showToast, swapAsset, tokenImageUrl } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { Facts } from '../../primitives/Facts.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import { Spinner } from '../../primitives/Spinner.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { connectedWalletImage } from '../connectedWalletImage.js';
import { transactionLink } from '../explorerLink.js';
import type { Sending } from '../useSending.js';
import { useSilence } from '../useSilence.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';
import { aboutText, amountText, feeText } from './swapAmounts.js';

interface SwapProgressProps {
  run: SwapRun;
  swap: SwapState;
  network: CaipNetwork;
  wallet: string;
  sending: Sending;
}

/** The wait for the wallet and the network, with a confirmation if the visitor wants to close meanwhile. */
export function SwapProgress({ run, swap, network, wallet, sending }: SwapProgressProps) {
  const { text } = useModal();
  const imageUrl = useKitState(connectedWalletImage);
  const asks = sending.status === 'asking' && (run.status === 'asking' || run.step < run.steps);
  const silent = useSilence(run.status === 'asking' && !asks);
  const said = progressTexts(text, { run, swap, network, wallet, silent });
  return (
    <>
      <Hero
        live
        title={asks ? text.t('send.askTitle') : said.title}
        text={asks ? text.t('swap.closeText', { wallet }) : said.text}
        mark={
          run.status === 'asking' ? (
            <Ring state={asks ? 'warn' : 'wait'}>
              <WalletImage name={wallet} url={imageUrl} size="lg" />
            </Ring>
          ) : (
            <TokenRing run={run} state="wait" />
          )
        }
      />
      {run.steps === 2 && <Steps run={run} network={network} wallet={wallet} />}
      {run.status === 'asking' && !asks && <RequestDelivery />}
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

interface Said {
  readonly title: string;
  readonly text: string;
}

function progressTexts(
  text: Text,
  { run, swap, network, wallet, silent }: Omit<SwapProgressProps, 'sending'> & { silent: boolean },
): Said {
  const { step, steps, status, from, to, amountIn } = run;
  const amount = amountText(text, amountIn, from);
  const what = step === 1 && steps === 2 ? text.t('swap.allowTitle', { amount }) : text.t('swap.swapTitle');
  const asksText = () => {
    if (silent) return text.t('request.silentText', { wallet });
    if (step === 1 && steps === 2) return text.t('swap.allowText', { wallet, amount });
    const least = swap.quote?.minimumOut ?? run.amountOut;
    return text.t('swap.askText', { wallet, amount: aboutText(text, least, to) });
  };
  const confirmsText = () =>
    text.t(step < steps ? 'swap.confirmingAllow' : 'swap.confirming', { network: network.name });
  const one = status === 'asking' ? text.t('swap.oneTitle', { wallet }) : text.t('swap.oneSent');
  return {
    title: steps === 2 ? text.t('swap.step', { step: String(step), what }) : one,
    text: status === 'asking' ? asksText() : confirmsText(),
  };
}

function TokenRing({ run, state }: { run: SwapRun; state: RingState }) {
  const { kit } = useModal();
  const { to } = run;
  return (
    <Ring state={state} round>
      <Coin id={swapAsset(to)} name={to.symbol} url={tokenImageUrl(kit, to)} size={72} />
    </Ring>
  );
}

interface StepsProps {
  run: SwapRun;
  network: CaipNetwork;
  wallet: string;
}

/** The approval and the swap, with what each is waiting for or how it ended. */
function Steps({ run, network, wallet }: StepsProps) {
  const { text } = useModal();
  const { step, status, from, to, amountIn, amountOut, hash, fee } = run;
  const amount = amountText(text, amountIn, from);
  const failed = status === 'failed';
  const waiting =
    status === 'asking'
      ? text.t('swap.waitingFor', { wallet })
      : text.t('swap.sentTo', { network: network.name });
  const notSent = text.t('swap.notSent');
  const used =
    hash && fee !== undefined
      ? text.t('swap.feeUsed', { amount: feeText(text, fee, network.nativeCurrency) })
      : notSent;
  const first = step === 1 ? (failed ? 'fail' : 'now') : 'done';
  const second = step === 1 ? 'next' : failed ? 'fail' : 'now';
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
    <ol className="lk-card" role="list">
      <Step
        at={1}
        state={first}
        title={text.t(first === 'done' ? 'swap.allowed' : 'swap.allow', { amount })}
        note={
          first === 'now'
            ? waiting
            : first === 'fail'
              ? notSent
              : failed
                ? text.t('swap.stillValid')
                : undefined
        }
      />
      <Step
        at={2}
        state={second}
        title={
          second === 'fail'
            ? text.t('swap.stopped')
            : text.t('swap.swapFor', { amount: aboutText(text, amountOut, to) })
        }
        note={second === 'next' ? text.t('swap.next') : second === 'fail' ? used : waiting}
      />
    </ol>
  );
}

interface StepProps {
  at: number;
  state: 'done' | 'now' | 'next' | 'fail';
  title: string;
  note: string | undefined;
}

function Step({ at, state, title, note }: StepProps) {
  const { text } = useModal();
  return (
    <li className="lk-step" data-s={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="lk-step-mark">
        {state === 'done' || state === 'fail' ? (
          <>
            <span className="lk-sr">{text.t(state === 'done' ? 'swap.stepDone' : 'swap.stepFailed')}</span>
            <Icon name={state === 'done' ? 'check' : 'close'} size="sm" />
          </>
        ) : (
          at
        )}
      </span>
      <div className="lk-step-text">
        <span>{title}</span>
        {note && <span>{note}</span>}
      </div>
      {state === 'now' && <Spinner />}
    </li>
  );
}

interface SwapDoneProps {
  run: SwapRun;
  network: CaipNetwork;
  onDone: () => void;
}

/** What the swap brought, read from its receipt. */
export function SwapDone({ run, network, onDone }: SwapDoneProps) {
  const { text } = useModal();
  const { from, to, amountIn, amountOut, received, fee, hash } = run;
  const link = transactionLink(network, hash);
  const title =
    received === undefined
      ? text.t('swap.gotAbout', { amount: aboutText(text, amountOut, to) })
      : text.t('swap.gotTitle', { amount: amountText(text, received, to) });
  const short = hash && shortenAddress(hash);
  const facts = [
    ...(fee === undefined
      ? []
      : [{ label: text.t('send.fee'), value: <bdi>{feeText(text, fee, network.nativeCurrency)}</bdi> }]),
    ...(short
      ? [
          {
            label: text.t('swap.transaction'),
            value: link ? (
              <a className="lk-link" href={link.href} target="_blank" rel="noopener noreferrer">
                <bdi>{short}</bdi>
              </a>
            ) : (
              <bdi title={hash}>{short}</bdi>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Hero
        live
        title={title}
        text={text.t('swap.gotText', { amount: amountText(text, amountIn, from) })}
        mark={<TokenRing run={run} state="done" />}
      />
      <Facts facts={facts} />
      <div className="lk-actions">
        <Button onClick={onDone}>{text.t('swap.done')}</Button>
      </div>
    </>
  );
}

interface SwapFailedProps {
  run: SwapRun;
  network: CaipNetwork;
  wallet: string;
  onAgain: () => void;
}

/** First what is safe, then what it cost, then the way on. */
export function SwapFailed({ run, network, wallet, onAgain }: SwapFailedProps) {
  const { text } = useModal();
  const { from, amountIn, error, hash } = run;
  const isUnclear = hash !== undefined && error?.code !== 'TRANSACTION_REVERTED';
  const safe = text.t('swap.safe', { amount: amountText(text, amountIn, from) });
  const said = isUnclear
    ? text.t('swap.unclearText')
    : [safe, error && failureText(text, error, wallet)].filter(Boolean).join(' ');
  return (
    <>
      <Hero
        live
        title={text.t(isUnclear ? 'swap.unclearTitle' : 'swap.failedTitle')}
        text={said}
        mark={<TokenRing run={run} state={isUnclear ? 'warn' : 'error'} />}
      />
      {run.steps === 2 && <Steps run={run} network={network} wallet={wallet} />}
      {run.steps === 1 && hash && run.fee !== undefined && (
        <Facts
          facts={[
            { label: text.t('send.fee'), value: <bdi>{feeText(text, run.fee, network.nativeCurrency)}</bdi> },
          ]}
        />
      )}
      <div className={run.approvalHash ? 'lk-actions lk-pair' : 'lk-actions'}>
        {run.approvalHash && <RemoveAccess hash={run.approvalHash} />}
        <Button onClick={onAgain}>{text.t('swap.tryAgain')}</Button>
      </div>
    </>
  );
}

function failureText(text: Text, error: BaseError, wallet: string): string {
  const { code, message, context } = error;
  const reason = (typeof context.reason === 'string' ? context.reason : message).replace(/\.$/, '');
  switch (code) {
    case 'REQUEST_REJECTED':
      return text.t('swap.whyRejected', { wallet });
    case 'SWAP_ACCOUNT_CHANGED':
      return text.t('swap.whyChanged');
    case 'SWAP_DISCONNECTED':
      return text.t('swap.whyDisconnected');
    case 'SWAP_PRICE_CHANGED':
      return text.t('swap.whyPrice');
    case 'SWAP_WOULD_FAIL':
      return text.t('swap.whyRefused', { reason });
    case 'SWAP_APPROVAL_FAILED':
    case 'TRANSACTION_REVERTED':
      return text.t('swap.whyReverted', { reason });
    case 'SWAP_ROUTE_NOT_FOUND':
      return text.t('swap.noRoute');
    case 'REQUEST_FAILED':
      return text.t('swap.whyWallet', { wallet, reason: walletReason(error) ?? reason });
    default:
      return text.t('swap.whyOther', { reason });
  }
}

/** What the wallet said. */
function walletReason({ cause, details }: BaseError): string | undefined {
  const said = cause instanceof Error ? cause.message.split('\n')[0]?.trim().slice(0, 200) : details;
  return said?.replace(/\.$/, '') || undefined;
}

/** Removes what the swap was allowed to take, if the chain still has it. */
function RemoveAccess({ hash }: { hash: string }) {
  const { kit, text } = useModal();
  const [approval, setApproval] = useState<SwapApproval>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let live = true;
    listSwapApprovals(kit).then(
      found => live && setApproval(found.find(one => one.hash === hash)),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [kit, hash]);
  const remove = async () => {
    if (!approval) return;
    setBusy(true);
    try {
      await removeSwapApproval(kit, approval);
      setApproval(undefined);
      showToast(kit, { tone: 'success', text: 'swap.removed' });
    } catch {
      showToast(kit, { tone: 'danger', text: 'swap.removeFailed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" disabled={!approval} busy={busy} onClick={() => void remove()}>
      {text.t(approval || busy ? 'swap.remove' : 'swap.removed')}
    </Button>
  );
}
