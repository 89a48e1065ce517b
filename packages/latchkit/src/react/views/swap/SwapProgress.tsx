import { useEffect, useState } from 'react';
import {
  type BaseError,
  type CaipNetwork,
  listSwapApprovals,
  removeSwapApproval,
  type SwapApproval,
  type SwapRun,
  type SwapStage,
  type SwapState,
  shortenAddress,
} from '../../../core/index.js';
import {
  continueSwap,
  OUT_OF_GAS,
  setClosable,
  showToast,
  swapAsset,
  tokenImageUrl,
} from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { Facts } from '../../primitives/Facts.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import { Spinner } from '../../primitives/Spinner.js';
import { Tipped } from '../../primitives/Tipped.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { connectedWalletImage } from '../connectedWalletImage.js';
import { transactionLink } from '../explorerLink.js';
import { FeeAmount } from '../FeeAmount.js';
import { operationFailure } from '../operationFailure.js';
import { useNativePrice } from '../useNativePrice.js';
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

/** The wait for the wallet and the network, with a confirmation if the visitor closes the modal too early. */
export function SwapProgress({ run, swap, network, wallet, sending }: SwapProgressProps) {
  const { kit, text } = useModal();
  const imageUrl = useKitState(connectedWalletImage);
  const waits = run.status === 'ready';
  useEffect(() => {
    // Nothing was sent to the wallet for this step: leaving ends the swap.
    if (waits) setClosable(kit, true);
  }, [kit, waits]);
  const goOn = () => {
    setClosable(kit, false);
    continueSwap(kit);
  };
  const asks = sending.status === 'asking' && !waits && (run.status === 'asking' || run.step < run.steps);
  const silent = useSilence(run.status === 'asking' && !asks);
  const said = progressTexts(text, { run, swap, network, wallet, silent });
  return (
    <>
      <Hero
        live
        title={asks ? text.t('send.askTitle') : said.title}
        text={asks ? text.t('swap.closeText', { wallet }) : said.text}
        mark={
          run.status === 'asking' || waits ? (
            <Ring state={asks ? 'warn' : 'wait'}>
              <WalletImage name={wallet} url={imageUrl} size="lg" />
            </Ring>
          ) : (
            <TokenRing run={run} state="wait" />
          )
        }
      />
      {run.steps > 1 && <Steps run={run} network={network} wallet={wallet} />}
      {run.status === 'asking' && !asks && <RequestDelivery />}
      {run.status === 'asking' && !asks && !waits && (
        <div className="lk-actions">
          <Button variant="secondary" onClick={sending.stop}>
            {text.t('send.cancel')}
          </Button>
        </div>
      )}
      {waits && (
        <div className="lk-actions">
          <Button trail="outgoing" onClick={goOn}>
            {text.t('swap.goOn', { wallet })}
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

interface Said {
  readonly title: string;
  readonly text: string;
}

function progressTexts(
  text: Text,
  { run, swap, network, wallet, silent }: Omit<SwapProgressProps, 'sending'> & { silent: boolean },
): Said {
  const { stages, step, steps, status, from, to, amountIn } = run;
  const stage = stages[step - 1] ?? 'swap';
  const amount = amountText(text, amountIn, from);
  const names = { amount, token: from.symbol, wallet };
  const asksText = () => {
    if (silent) return text.t('request.silentText', { wallet });
    if (stage !== 'swap') return text.t(STAGE_TEXTS[stage].ask, names);
    const least = swap.quote?.minimumOut ?? run.amountOut;
    return text.t('swap.askText', { wallet, amount: aboutText(text, least, to) });
  };
  const confirmsText = () =>
    text.t(step < steps ? 'swap.confirmingAllow' : 'swap.confirming', { network: network.name });
  const one = status === 'asking' ? text.t('swap.oneTitle', { wallet }) : text.t('swap.oneSent');
  const what = stage === 'swap' ? text.t('swap.swapTitle') : text.t(STAGE_TEXTS[stage].title, names);
  return {
    title: steps > 1 ? text.t('swap.step', { step: String(step), steps: String(steps), what }) : one,
    text: status === 'confirming' ? confirmsText() : asksText(),
  };
}

/** The texts of the steps before the swap. */
const STAGE_TEXTS = {
  reset: {
    title: 'swap.resetTitle',
    ask: 'swap.resetText',
    todo: 'swap.reset',
    done: 'swap.resetDone',
  },
  approval: {
    title: 'swap.allowTitle',
    ask: 'swap.allowText',
    todo: 'swap.allow',
    done: 'swap.allowed',
  },
  permit: {
    title: 'swap.permitTitle',
    ask: 'swap.permitText',
    todo: 'swap.permit',
    done: 'swap.permitted',
  },
} as const;

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

/** The steps, with what each is waiting for or how it ended. */
function Steps({ run, network, wallet }: StepsProps) {
  const { text } = useModal();
  const { stages } = run;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
    <ol className="lk-card" role="list">
      {stages.map((stage, index) => {
        const state = stateOf(run, index + 1);
        const said = { run, stage, state, network, wallet };
        return (
          <Step
            key={stage}
            at={index + 1}
            state={state}
            title={stepTitle(text, said)}
            note={stepNote(text, said)}
          />
        );
      })}
    </ol>
  );
}

type StepState = 'done' | 'now' | 'next' | 'fail';

function stateOf({ step, status }: SwapRun, at: number): StepState {
  if (at !== step) return at < step ? 'done' : 'next';
  return status === 'failed' ? 'fail' : 'now';
}

interface SaidStep extends StepsProps {
  stage: SwapStage;
  state: StepState;
}

function stepTitle(text: Text, { run, stage, state }: SaidStep): string {
  const { from, to, amountIn, amountOut } = run;
  const names = { amount: amountText(text, amountIn, from), token: from.symbol };
  if (stage !== 'swap') return text.t(STAGE_TEXTS[stage][state === 'done' ? 'done' : 'todo'], names);
  if (state === 'fail') return text.t('swap.stopped');
  return text.t('swap.swapFor', { amount: aboutText(text, amountOut, to) });
}

function stepNote(text: Text, { run, stage, state, network, wallet }: SaidStep): string | undefined {
  const { status, hash, fee } = run;
  if (state === 'next') return text.t('swap.next');
  if (state === 'done')
    return stage === 'approval' && status === 'failed' ? text.t('swap.stillValid') : undefined;
  if (state === 'now')
    return status === 'confirming'
      ? text.t('swap.sentTo', { network: network.name })
      : text.t(status === 'ready' ? 'swap.next' : 'swap.waitingFor', { wallet });
  if (stage !== 'swap' || !hash || fee === undefined) return text.t('swap.notSent');
  return text.t('swap.feeUsed', { amount: feeText(text, fee, network.nativeCurrency) });
}

interface StepProps {
  at: number;
  state: StepState;
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

/** The received amount, read from the receipt. */
export function SwapDone({ run, network, onDone }: SwapDoneProps) {
  const { text } = useModal();
  const price = useNativePrice(network);
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
      : [
          {
            label: text.t('send.fee'),
            value: <FeeAmount units={fee} currency={network.nativeCurrency} price={price} />,
          },
        ]),
    ...(short
      ? [
          {
            label: text.t('swap.transaction'),
            value: link ? (
              <a className="lk-link" href={link.href} target="_blank" rel="noopener noreferrer">
                <bdi>{short}</bdi>
              </a>
            ) : (
              <Tipped tip={hash}>{short}</Tipped>
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

/** Says first what is safe, then what it cost, then what to do. */
export function SwapFailed({ run, network, wallet, onAgain }: SwapFailedProps) {
  const { text } = useModal();
  const price = useNativePrice(network);
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
      {run.steps > 1 && <Steps run={run} network={network} wallet={wallet} />}
      {run.steps === 1 && hash && run.fee !== undefined && (
        <Facts
          facts={[
            {
              label: text.t('send.fee'),
              value: <FeeAmount units={run.fee} currency={network.nativeCurrency} price={price} />,
            },
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
  const operation = operationFailure(error);
  if (operation) return text.t(operation.text);
  switch (code) {
    case 'MODAL_CLOSED':
      return text.t('swap.whyClosed');
    case 'REQUEST_REJECTED':
      return text.t('swap.whyRejected', { wallet });
    case 'SWAP_ACCOUNT_CHANGED':
      return text.t('swap.whyChanged');
    case 'SWAP_DISCONNECTED':
      return text.t('swap.whyDisconnected');
    case 'SEND_AMOUNT_CHANGED':
      return text.t('send.rescaled');
    case 'SWAP_PRICE_CHANGED':
      return text.t('swap.whyPrice');
    case 'SWAP_WOULD_FAIL':
      return text.t('swap.whyRefused', { reason });
    case 'SWAP_APPROVAL_FAILED':
    case 'TRANSACTION_REVERTED':
      if (reason === OUT_OF_GAS) return text.t('swap.whyGas');
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
