import type { SwapState, SwapToken } from '../../../core/index.js';
import { formatFiat } from '../../../internal/index.js';
import { Notice } from '../../primitives/Notice.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { percentText, symbolText, worthOf } from './swapAmounts.js';
import { IMPACT, SLIPPAGE } from './swapCheck.js';

/** What the visitor loses to the price impact, as money if there are live prices, else in percent. */
export function lossText(text: Text, { quote, from }: SwapState): string {
  if (!quote || !from) return '';
  const worth = worthOf(quote.amountIn, from);
  const loss = worth === undefined ? undefined : (worth * quote.priceImpactPct) / 100;
  return formatFiat(loss, { locale: text.locale }) ?? percentText(text, quote.priceImpactPct);
}

/** What to know before a swap: a loss, a high slippage, an unknown token. */
export function SwapNotices({ swap }: { swap: SwapState }) {
  const { text } = useModal();
  const { quote, quoteStatus, from, to, slippage } = swap;
  const impact = quote && quoteStatus !== 'error' ? quote.priceImpactPct : 0;
  return (
    <>
      {[from, to].map(token => token?.unlisted && <UnknownToken key={token.address} token={token} />)}
      {to && impact > IMPACT.said && (
        <Loss title={lossTitle(text, swap, impact)} impact={impact} token={symbolText(to.symbol)} />
      )}
      {slippage !== undefined && slippage > SLIPPAGE.said && (
        <Notice tone="warning">
          {text.t('swap.slippageHigh', { percent: percentText(text, slippage) })}
        </Notice>
      )}
    </>
  );
}

/**
 * A loss. Every quote changes its figure a little, so it is announced without it, and again only when the loss passes one of
 * the limits.
 */
function Loss({ title, impact, token }: { title: string; impact: number; token: string }) {
  const { text } = useModal();
  const isDanger = impact > IMPACT.accepted;
  const isRefused = impact > IMPACT.refused;
  const says = isRefused ? text.t('swap.loseTooMuch') : text.t('swap.loseText', { token });
  return (
    <>
      <Notice tone={isDanger ? 'danger' : 'warning'} title={title} quiet>
        {says}
      </Notice>
      <span key={`${isDanger} ${isRefused}`} className="lk-sr" role={isDanger ? 'alert' : 'status'}>
        {says}
      </span>
    </>
  );
}

function lossTitle(text: Text, swap: SwapState, impact: number): string {
  const percent = percentText(text, impact);
  const loss = lossText(text, swap);
  if (loss === percent) return text.t('swap.losePercent', { percent });
  return impact > IMPACT.accepted
    ? text.t('swap.loseBoth', { amount: loss, percent })
    : text.t('swap.loseMoney', { amount: loss });
}

function UnknownToken({ token }: { token: SwapToken }) {
  const { text } = useModal();
  const address = token.address?.slice(token.address.lastIndexOf(':') + 1) ?? '';
  return (
    <Notice tone="warning" title={text.t('swap.unknown')}>
      {text.t('swap.unknownText', { token: symbolText(token.symbol), address })}
    </Notice>
  );
}
