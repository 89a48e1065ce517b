import { formatUnits } from '../../core/index.js';
import { formatFiat, toFiat } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';
import { ExactAmount } from './ExactAmount.js';
import { formatFee } from './formatAmount.js';

interface FeeAmountProps {
  /** In the smallest units of the currency. */
  units: bigint;
  currency: { readonly symbol: string; readonly decimals: number };
  /** Of one whole unit, in US dollars. Default: no worth is shown. */
  price: number | undefined;
}

/** A fee with 3 significant digits, and what it is worth where a price is known. */
export function FeeAmount({ units, currency: { symbol, decimals }, price }: FeeAmountProps) {
  const { text } = useModal();
  const amount = formatUnits(units, decimals);
  const worth = feeWorth(amount, price, text.locale);
  const plain = `${formatFee(amount, text.locale)} ${symbol}`;
  return <ExactAmount exact={`${amount} ${symbol}`}>{worth ? `${plain} (${worth})` : plain}</ExactAmount>;
}

/** The worth of a fee, or that it is less than a cent; undefined without a price. */
function feeWorth(amount: string, price: number | undefined, locale: string): string | undefined {
  const worth = price === undefined ? undefined : toFiat(amount, price);
  if (worth === undefined) return undefined;
  if (worth !== '0.00') return formatFiat(Number(worth), { locale });
  return Number(amount) > 0 ? `< ${formatFiat(0.01, { locale })}` : undefined;
}
