import { formatBalance, type TokenBalance } from '../../core/index.js';
import { formatFiat } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';

interface TokenAmountProps {
  readonly token: TokenBalance;
  /** The symbol as it is shown. */
  readonly symbol: string;
}

/** What the account holds of a token, with its value, at the end of a row. */
export function TokenAmount({ token: { quantity, value }, symbol }: TokenAmountProps) {
  const { text } = useModal();
  const worth = formatFiat(value, { locale: text.locale });
  return (
    <span className="lk-row-value" title={`${quantity.numeric} ${symbol}`}>
      <bdi>{formatBalance(quantity.numeric, text.locale)}</bdi>
      {worth && (
        <span className="lk-row-sub">
          <bdi>{worth}</bdi>
        </span>
      )}
    </span>
  );
}
