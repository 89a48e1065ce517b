import { useState } from 'react';
import { useModal } from '../../modal/ModalContext.js';
import { formatAmount, shortAmount } from '../formatAmount.js';

export interface ExactAmountProps {
  /** Plain decimal string of whole tokens. */
  amount: string;
  symbol: string;
}

/** An amount, short where it has many digits; a press shows all of them, and the next one the short form again. */
export function ExactAmount({ amount, symbol }: ExactAmountProps) {
  const { text } = useModal();
  const [whole, setWhole] = useState(false);
  const exact = `${formatAmount(amount, text.locale)} ${symbol}`;
  const short = `${shortAmount(amount, text.locale)} ${symbol}`;
  if (exact === short) return <bdi>{exact}</bdi>;
  // Voice control presses what it reads: the name begins with the visible text.
  const label = whole
    ? text.t('send.short', { shown: exact, amount: short })
    : text.t('send.exact', { shown: short, amount: exact });
  return (
    <button className="lk-exact" type="button" aria-label={label} onClick={() => setWhole(!whole)}>
      <bdi>{whole ? exact : short}</bdi>
    </button>
  );
}
