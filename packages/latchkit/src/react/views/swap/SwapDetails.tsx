import { useId, useState } from 'react';
import type { CaipNetwork, SwapState } from '../../../core/index.js';
import { isSameAsset, setSwapSlippage, swapAsset, tokenImageUrl } from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { signInCss } from '../../theme/signIn.css.gen.js';
import { ExactAmount } from '../ExactAmount.js';
import { FeeAmount } from '../FeeAmount.js';
import { useNativePrice } from '../useNativePrice.js';
import { aboutText, exactText, percentText, rateText, symbolText } from './swapAmounts.js';
import { readSlippage } from './swapCheck.js';

interface SwapDetailsProps {
  swap: SwapState;
  network: CaipNetwork;
  /** Shows the route, and opens the details. */
  full?: boolean;
}

/** The rate, with details on demand. The slippage is set here. */
export function SwapDetails({ swap, network, full = false }: SwapDetailsProps) {
  const { text } = useModal();
  useStyles(signInCss);
  const price = useNativePrice(network);
  const { quote, from, to } = swap;
  if (!quote || !from || !to || !isSameAsset(quote.to, swapAsset(to))) return null;
  const isFromPools = quote.engine === 'pools';
  const facts = [
    [text.t('swap.impact'), percentText(text, quote.priceImpactPct)],
    [
      text.t('swap.minimum'),
      <ExactAmount key="minimum" exact={exactText(quote.minimumOut, to)}>
        {aboutText(text, quote.minimumOut, to)}
      </ExactAmount>,
    ],
    ...(quote.fee === undefined
      ? []
      : [
          [
            text.t('send.fee'),
            <FeeAmount key="fee" units={quote.fee} currency={network.nativeCurrency} price={price} />,
          ] as const,
        ]),
    [text.t('swap.source'), isFromPools ? text.t('swap.pools', { network: network.name }) : quote.engine],
  ] as const;
  return (
    <details className="lk-details lk-card" open={full}>
      <summary>
        <span>
          <bdi>{rateText(text, quote, from, to)}</bdi>
        </span>
        <span className="lk-details-hint" />
        <Icon name="down" size="sm" />
      </summary>
      {full && <Route swap={swap} />}
      <dl className="lk-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
          </div>
        ))}
        {full ? null : <Slippage slippage={swap.slippage} />}
      </dl>
    </details>
  );
}

/** The tokens over which the swap goes. */
function Route({ swap }: { swap: SwapState }) {
  const { kit, text } = useModal();
  const { quote, from, to, tokens } = swap;
  if (!quote || !from || !to) return null;
  const between = quote.route.slice(0, -1).map(hop => {
    const known = tokens.find(token => token.address && isSameAsset(token.address, hop.to));
    return known ?? from;
  });
  const steps = [from, ...between.filter(token => token !== from), to];
  const names = steps.map(token => symbolText(token.symbol));
  return (
    <div className="lk-hops" role="img" aria-label={text.t('swap.routeSteps', { steps: names.join(', ') })}>
      {steps.map((token, index) => (
        <span key={swapAsset(token)}>
          {index > 0 && <Icon name="forward" size="sm" />}
          <Coin id={swapAsset(token)} name={names[index] ?? ''} url={tokenImageUrl(kit, token)} size={20} />
          {names[index]}
        </span>
      ))}
    </div>
  );
}

/** How much less than quoted the visitor accepts. */
function Slippage({ slippage = 1 }: { slippage: number | undefined }) {
  const { kit, text } = useModal();
  const id = useId();
  const [typed, setTyped] = useState(String(slippage));
  const isWrong = readSlippage(typed) === undefined;
  const change = (value: string) => {
    setTyped(value);
    const next = readSlippage(value);
    if (next !== undefined) setSwapSlippage(kit, next);
  };
  return (
    <div>
      <dt>
        <label htmlFor={id}>{text.t('swap.slippage')}</label>
      </dt>
      <dd className="lk-slippage">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed}
          aria-invalid={isWrong || undefined}
          onChange={event => change(event.currentTarget.value)}
        />
      </dd>
      {isWrong && (
        <dd className="lk-slippage-note">
          <span role="alert">{text.t('swap.slippageRange')}</span>
        </dd>
      )}
    </div>
  );
}
