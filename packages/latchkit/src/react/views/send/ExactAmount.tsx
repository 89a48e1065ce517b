import { useState } from 'react';
import { useModal } from '../../runtime/ModalContext.js';
import { formatAmount, shortAmount } from '../formatAmount.js';

export interface ExactAmountProps {
  /** Plain decimal string of whole tokens. */
  amount: string;
  symbol: string;
}

/** An amount that is shortened if it has many digits; a click toggles between the short and the exact form. */
export function ExactAmount({ amount, symbol }: ExactAmountProps) {
  const { text } = useModal();
  const [whole, setWhole] = useState(false);
  const exact = `${formatAmount(amount, text.locale)} ${symbol}`;
  const short = `${shortAmount(amount, text.locale)} ${symbol}`;
  if (exact === short) return <bdi>{exact}</bdi>;
  // Voice control matches the visible text, so the accessible name must begin with it.
  const label = whole
    ? text.t('send.short', { shown: exact, amount: short })
    : text.t('send.exact', { shown: short, amount: exact });
  return (
    <button className="lk-exact" type="button" aria-label={label} onClick={() => setWhole(!whole)}>
      <bdi>{whole ? exact : short}</bdi>
    </button>
  );
}
