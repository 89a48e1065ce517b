import { useId } from 'react';
import {
  formatBalance,
  formatUnits,
  type SwapState,
  type SwapToken,
  shownQuantity,
} from '../../../core/index.js';
import {
  flipSwap,
  formAmount,
  navigate,
  parseAmount,
  setSwapAmount,
  shownText,
  swapAsset,
  tokenImageUrl,
} from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import { useModal } from '../../runtime/ModalContext.js';
import { ExactAmount } from '../ExactAmount.js';
import { lengthClass, shortAmount } from '../formatAmount.js';
import { rounded, symbolText, worthText } from './swapAmounts.js';
import type { SwapProblem } from './swapCheck.js';

/** Units of gas that paying with the whole native balance leaves for fees. */
const GAS_ROOM = 400_000n;

interface SwapCardsProps {
  swap: SwapState;
  /** The account's balance of the native currency, in the smallest units. */
  native: bigint | undefined;
  problem: SwapProblem | undefined;
}

/** What is paid and what is received, with a button that exchanges them. */
export function SwapCards({ swap, native, problem }: SwapCardsProps) {
  const { kit, text } = useModal();
  return (
    <div className="lk-swap">
      <PayCard swap={swap} native={native} problem={problem} />
      <button
        className="lk-swap-flip"
        type="button"
        aria-label={text.t('swap.flip')}
        onClick={() => flipSwap(kit)}
      >
        <Icon name="swap" size="sm" />
      </button>
      <ReceiveCard swap={swap} />
    </div>
  );
}

function PayCard({ swap, native, problem }: SwapCardsProps) {
  const { kit, text } = useModal();
  const id = useId();
  const { from, amount, gasPrice = 0n } = swap;
  const isWrong =
    problem?.kind === 'tooMuch' || problem?.kind === 'tooManyDecimals' || problem?.kind === 'fee';
  const balance = balanceOf(from, native);
  const max = () => {
    if (!from || balance === undefined) return;
    const room = from.address ? 0n : gasPrice * GAS_ROOM * 2n;
    if (from.address) setSwapAmount(kit, shownQuantity(from));
    else
      setSwapAmount(kit, formatUnits(native && native > room ? native - room : 0n, from.quantity.decimals));
  };
  const units = formAmount(kit);
  const worth = from && units !== undefined ? worthText(text, units, from) : undefined;
  const note = useAmountNote(swap, problem);
  return (
    <div className="lk-card">
      <div className="lk-amount" data-tone={isWrong ? 'danger' : undefined}>
        <div className="lk-amount-top">
          <label htmlFor={id}>{text.t('swap.pay')}</label>
          {balance !== undefined && (
            <span className="lk-amount-bal">
              <ExactAmount exact={`${balance} ${symbolText(from?.symbol ?? '')}`} side="below">
                {formatBalance(balance, text.locale)}
              </ExactAmount>
              <button className="lk-link" type="button" aria-label={text.t('swap.maxLabel')} onClick={max}>
                {text.t('send.max')}
              </button>
            </span>
          )}
        </div>
        <div className="lk-amount-main">
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder="0"
            dir="ltr"
            data-length={lengthClass(amount)}
            value={amount}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-note`}
            onChange={event => setSwapAmount(kit, event.currentTarget.value)}
          />
          <TokenButton token={from} side="from" />
        </div>
        <div className="lk-amount-sub" id={`${id}-note`}>
          <span className="lk-amount-note" {...liveRegion(Boolean(note))}>
            {note && (
              <>
                <Icon name="alert" size="sm" />
                <span>{note}</span>
              </>
            )}
          </span>
          {!note && worth && <bdi>{worth}</bdi>}
        </div>
      </div>
    </div>
  );
}

function ReceiveCard({ swap }: { swap: SwapState }) {
  const { text } = useModal();
  const id = useId();
  const { to, quote, quoteStatus } = swap;
  const isShown = quote && to && swapAsset(to) === quote.to && quoteStatus !== 'error';
  const amount = isShown ? rounded(shownText(quote.amountOut, to), text.locale) : '';
  const worth = isShown ? worthText(text, quote.amountOut, to) : undefined;
  return (
    <div className="lk-card">
      <div className="lk-amount">
        <div className="lk-amount-top">
          <label htmlFor={id}>{text.t('swap.receive')}</label>
          {to && Number(to.quantity.numeric) > 0 && (
            <ExactAmount exact={`${shownQuantity(to)} ${symbolText(to.symbol)}`}>
              {formatBalance(shownQuantity(to), text.locale)}
            </ExactAmount>
          )}
        </div>
        <div className="lk-amount-main">
          <input
            id={id}
            readOnly
            placeholder="0"
            dir="ltr"
            data-length={lengthClass(amount)}
            data-stale={isShown && quoteStatus === 'stale' ? '' : undefined}
            value={amount}
            aria-describedby={`${id}-note`}
          />
          <TokenButton token={to} side="to" />
        </div>
        <div className="lk-amount-sub" id={`${id}-note`}>
          {quoteStatus === 'loading' ? text.t('swap.quoting') : worth && <bdi>{worth}</bdi>}
        </div>
      </div>
    </div>
  );
}

function TokenButton({ token, side }: { token: SwapToken | undefined; side: 'from' | 'to' }) {
  const { kit, text } = useModal();
  const symbol = token && symbolText(token.symbol);
  const label =
    symbol === undefined
      ? text.t('swap.receiveChoose')
      : text.t(side === 'from' ? 'swap.payWith' : 'swap.receiveToken', { token: symbol });
  return (
    <button
      className="lk-token-pick"
      type="button"
      data-return={`swap-${side}`}
      aria-label={label}
      onClick={() => navigate(kit, { name: 'SwapSelectToken', side })}
    >
      {token && <Coin id={swapAsset(token)} name={symbol ?? ''} url={tokenImageUrl(kit, token)} size={24} />}
      <span>{symbol ?? text.t('swap.choose')}</span>
      <Icon name="down" size="sm" />
    </button>
  );
}

function balanceOf(token: SwapToken | undefined, native: bigint | undefined): string | undefined {
  if (!token) return undefined;
  if (token.address) return shownQuantity(token);
  return native === undefined ? undefined : formatUnits(native, token.quantity.decimals);
}

/** What is wrong with the amount, as a sentence. */
function useAmountNote({ from, amount }: SwapState, problem: SwapProblem | undefined): string | undefined {
  const { kit, text } = useModal();
  if (!from) return undefined;
  const token = symbolText(from.symbol);
  switch (problem?.kind) {
    case 'tooMuch':
      return text.t('swap.youHave', { amount: `${shortAmount(problem.most, text.locale)} ${token}` });
    case 'tooManyDecimals':
      return text.t('send.tooManyDecimals', { token, decimals: String(from.quantity.decimals) });
    case 'fee': {
      const { namespaces } = kit.store.getState();
      return text.t('swap.feeRoom', { token: namespaces.eip155?.network.nativeCurrency.symbol ?? '' });
    }
    default:
      return amount === '' || parseAmount(amount) !== undefined ? undefined : text.t('send.needNumber');
  }
}
