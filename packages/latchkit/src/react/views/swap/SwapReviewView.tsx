import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type CaipNetwork,
  isError,
  type Latchkit,
  openModal,
  type SwapRun,
  type SwapState,
  swap as sendSwap,
} from '../../../core/index.js';
import {
  formAmount,
  goBack,
  replaceView,
  resetSwap,
  selectSwap,
  setClosable,
  swapAsset,
  tokenImageUrl,
  updateSwap,
  watchSwapQuote,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { Notice } from '../../primitives/Notice.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { whyFailed } from '../../runtime/useOffline.js';
import { useStyles } from '../../runtime/useStyles.js';
import { agreeCss } from '../../theme/agree.css.gen.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { swapCss } from '../../theme/swap.css.gen.js';
import { ExactAmount } from '../ExactAmount.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { useSending } from '../useSending.js';
import { useWalletName } from '../useWalletName.js';
import { isOver } from './isOver.js';
import { SwapDetails } from './SwapDetails.js';
import { lossText, SwapNotices } from './SwapNotices.js';
import { SwapDone, SwapFailed, SwapProgress } from './SwapProgress.js';
import { aboutText, amountText, exactText, worthText } from './swapAmounts.js';
import { IMPACT, swapCheck } from './swapCheck.js';
import { useNativeUnits } from './useNativeUnits.js';

/** The review of a swap, its progress, and how it ended. */
export function SwapReviewView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const swap = useKitState(selectSwap);
  const sending = useSending(startSwap);
  const wallet = useWalletName('eip155') ?? text.t('send.yourWallet');
  const body = useRef<HTMLDivElement>(null);
  useStyles(sendCss);
  useStyles(agreeCss);
  useStyles(swapCss);
  const { run } = swap;
  // A sent transaction continues without the modal.
  const confirms = run?.status === 'confirming' && run.step === run.steps;
  useEffect(() => {
    if (confirms) setClosable(kit, true);
  }, [kit, confirms]);
  useGlide(body, `${sending.status} ${run?.status} ${run?.step}`);
  const isEmpty = !run && (!swap.from || !swap.to || !swap.quote);
  useEffect(() => {
    // The host opened the view without a swap to review.
    if (isEmpty && depth > 0) goBack(kit);
    else if (isEmpty) replaceView(kit, { name: 'Swap' });
  }, [kit, isEmpty, depth]);
  const title = text.t('swap.title');
  if (!chain || isEmpty)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  const { network } = chain;
  const again = () => {
    updateSwap(kit, { run: undefined });
    setClosable(kit, true);
  };
  if (run)
    return (
      <ViewFrame title={title} kind="task" depth={depth} bodyRef={body}>
        {run.status === 'done' && <SwapDone run={run} network={network} onDone={() => leave(kit)} />}
        {run.status === 'failed' && (
          <SwapFailed run={run} network={network} wallet={wallet} onAgain={again} />
        )}
        {!isOver(run) && (
          <SwapProgress run={run} swap={swap} network={network} wallet={wallet} sending={sending} />
        )}
      </ViewFrame>
    );
  return (
    <ViewFrame title={title} kind="child" depth={depth} bodyRef={body}>
      <Review swap={swap} network={network} onSwap={sending.start} />
      {sending.status === 'failed' && sending.error && sending.error.code === 'SWAP_PENDING' && (
        <Notice tone="danger">{text.t('swap.whyOther', { reason: sending.error.message })}</Notice>
      )}
    </ViewFrame>
  );
}

/** Sends the swap of the form with the displayed quote. */
async function startSwap(kit: Latchkit): Promise<unknown> {
  const { from, to, quote, slippage } = selectSwap(kit.store.getState());
  if (!from || !to || !quote) return undefined;
  return sendSwap(kit, {
    from: swapAsset(from),
    to: swapAsset(to),
    amount: quote.amountIn,
    quote,
    ...(slippage === undefined ? {} : { slippage }),
  });
}

function leave(kit: Latchkit): void {
  resetSwap(kit);
  updateSwap(kit, { run: undefined });
  setClosable(kit, true);
  openModal(kit, { view: 'Account' });
}

interface ReviewProps {
  swap: SwapState;
  network: CaipNetwork;
  onSwap: () => void;
}

function Review({ swap, network, onSwap }: ReviewProps) {
  const { kit, text } = useModal();
  const native = useNativeUnits();
  const [accepted, setAccepted] = useState(false);
  useEffect(() => watchSwapQuote(kit), [kit]);
  const { quote, from, to, quoteError } = swap;
  const impact = quote?.priceImpactPct ?? 0;
  const mustAccept = impact > IMPACT.accepted;
  const units = useKitState(useCallback(() => formAmount(kit), [kit]));
  if (!from || !to) return null;
  const isBlocked = swapCheck(swap, native) !== undefined || (mustAccept && !accepted);
  return (
    <>
      <div className="lk-flow lk-card">
        <FlowRow label={text.t('swap.pay')} units={units ?? quote?.amountIn} token={from} exact />
        <div className="lk-flow-join" aria-hidden="true">
          <Icon name="arrowDown" size="sm" />
        </div>
        <FlowRow label={text.t('swap.receiveAbout')} units={quote?.amountOut} token={to} />
      </div>
      <SwapNotices swap={swap} />
      {quoteError && (
        <Notice tone="warning">
          {text.t(
            isError(quoteError, 'SWAP_ROUTE_NOT_FOUND') ? 'swap.noRoute' : whyFailed('swap.quoteFailed'),
          )}
        </Notice>
      )}
      <SwapDetails swap={swap} network={network} full />
      {mustAccept && impact <= IMPACT.refused && (
        <label className="lk-agree">
          <input
            type="checkbox"
            checked={accepted}
            onChange={event => setAccepted(event.currentTarget.checked)}
          />
          <span>{text.t('swap.loseAgree', { amount: lossText(text, swap) })}</span>
        </label>
      )}
      {impact <= IMPACT.refused && (
        <Button disabled={isBlocked} onClick={onSwap}>
          {mustAccept && !accepted
            ? text.t('swap.loseTick')
            : text.t('swap.swapAmount', { amount: amountText(text, quote?.amountIn ?? 0n, from) })}
        </Button>
      )}
    </>
  );
}

interface FlowRowProps {
  label: string;
  units: bigint | undefined;
  token: SwapRun['from'];
  exact?: boolean;
}

function FlowRow({ label, units = 0n, token, exact = false }: FlowRowProps) {
  const { kit, text } = useModal();
  const worth = worthText(text, units, token);
  return (
    <div className="lk-flow-row">
      <div className="lk-row-text">
        <span className="lk-flow-label">{label}</span>
        <span className="lk-flow-main">
          <ExactAmount exact={exactText(units, token)} align="start" side="below">
            {(exact ? amountText : aboutText)(text, units, token)}
          </ExactAmount>
        </span>
        {worth && <span className="lk-row-sub">{worth}</span>}
      </div>
      <Coin id={swapAsset(token)} name={token.symbol} url={tokenImageUrl(kit, token)} size={44} />
    </div>
  );
}
