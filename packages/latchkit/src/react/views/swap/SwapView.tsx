import { useEffect, useRef } from 'react';
import type { SwapState, View } from '../../../core/index.js';
import {
  followHoldings,
  loadSwap,
  navigate,
  selectSwap,
  setSwapAmount,
  updateSwap,
  watchSwapQuote,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Notice } from '../../primitives/Notice.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useOffline, whyFailed } from '../../runtime/useOffline.js';
import { useStyles } from '../../runtime/useStyles.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { swapCss } from '../../theme/swap.css.gen.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { useLiveBalances } from '../useLiveBalances.js';
import { isOver } from './isOver.js';
import { SwapCards } from './SwapCards.js';
import { SwapDetails } from './SwapDetails.js';
import { SwapNotices } from './SwapNotices.js';
import { IMPACT, swapCheck } from './swapCheck.js';
import { useNativeUnits } from './useNativeUnits.js';

/**
 * Views whose arguments were applied: once for each time that the host opened one, as the visitor may have changed them when they come
 * back from another view.
 */
const applied = new WeakSet<View>();

/** The tokens and the amount of a swap, with its quote. The next step is the review. */
export function SwapView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const swap = useKitState(selectSwap);
  const native = useNativeUnits();
  const body = useRef<HTMLDivElement>(null);
  const opened = useKitState(({ modal }) => modal.views[depth]);
  useStyles(sendCss);
  useStyles(swapCss);
  const account = chain?.account.caipAddress;
  useLiveBalances(account);
  useEffect(() => followHoldings(kit), [kit]);
  useEffect(() => {
    // Another account or network has other tokens.
    if (!account) return;
    const isNew = opened?.name === 'Swap' && !applied.has(opened);
    void loadSwap(kit, isNew ? opened : undefined);
    if (isNew) applied.add(opened);
    return watchSwapQuote(kit);
  }, [kit, account, opened]);
  const { quoteStatus, status } = swap;
  useGlide(body, `${status} ${quoteStatus === 'error'} ${swap.quote !== undefined}`);
  const title = text.t('swap.title');
  if (!chain || !account)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  if (status === 'error' && swap.tokens.length === 0)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        <Unavailable swap={swap} />
      </ViewFrame>
    );
  if (swap.account !== account || swap.tokens.length === 0)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        <SkeletonRows label={text.t('loading.view')} shape="coin" />
      </ViewFrame>
    );
  const problem = swapCheck(swap, native);
  const { quote, quoteError } = swap;
  const isLoss = quote !== undefined && quote.priceImpactPct > IMPACT.accepted;
  const review = () => {
    // Else the review shows how the last swap ended, or that of a payment.
    if (isOver(swap.run)) updateSwap(kit, { run: undefined });
    navigate(kit, { name: 'SwapReview' });
  };
  return (
    <ViewFrame title={title} kind="child" depth={depth} bodyRef={body}>
      <SwapCards swap={swap} native={native} problem={problem} />
      {quoteError && (
        <Notice tone="warning">
          {text.t(
            quoteError.code === 'SWAP_ROUTE_NOT_FOUND' ? 'swap.noRoute' : whyFailed('swap.quoteFailed'),
          )}
        </Notice>
      )}
      <SwapNotices swap={swap} />
      <SwapDetails swap={swap} network={chain.network} />
      {problem?.kind === 'impact' ? (
        <Button variant="secondary" onClick={() => setSwapAmount(kit, '')}>
          {text.t('send.lower')}
        </Button>
      ) : (
        <Button
          variant={isLoss ? 'secondary' : 'primary'}
          disabled={problem !== undefined}
          returnKey="review"
          onClick={review}
        >
          {text.t('swap.review')}
        </Button>
      )}
    </ViewFrame>
  );
}

/** Why there are no tokens. */
function Unavailable({ swap }: { swap: SwapState }) {
  const { kit, text } = useModal();
  const load = () => void loadSwap(kit);
  const offline = useOffline(load);
  const code = swap.error?.code;
  const isUnsupported = code === 'SWAP_UNSUPPORTED_CHAIN' || code === 'GAS_PRICE_UNSUPPORTED_CHAIN';
  if (!isUnsupported)
    return (
      <EmptyState
        icon="offline"
        title={text.t('swap.loadFailed')}
        text={text.t(offline ? 'error.offline' : 'swap.loadFailedText')}
      >
        <Button variant="secondary" size="md" icon="again" onClick={load}>
          {text.t('action.tryAgain')}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon="swap"
      title={text.t(code === 'SWAP_UNSUPPORTED_CHAIN' ? 'swap.unsupported' : 'swap.unsupportedGas')}
      text={text.t('swap.unsupportedText')}
    >
      <Button variant="secondary" size="md" onClick={() => navigate(kit, { name: 'SwitchNetwork' })}>
        {text.t('network.title')}
      </Button>
    </EmptyState>
  );
}
