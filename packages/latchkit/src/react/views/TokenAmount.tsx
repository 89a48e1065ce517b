import { formatBalance, shownQuantity, type TokenBalance } from '../../core/index.js';
import { formatFiat } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';
import { ExactAmount } from './ExactAmount.js';

interface TokenAmountProps {
  readonly token: TokenBalance;
  /** The symbol as it is shown. */
  readonly symbol: string;
}

/** What the account holds of a token, with its value, at the end of a row. */
export function TokenAmount({ token, symbol }: TokenAmountProps) {
  const { text } = useModal();
  const worth = formatFiat(token.value, { locale: text.locale });
  const held = shownQuantity(token);
  return (
    <span className="lk-row-value">
      <ExactAmount exact={`${held} ${symbol}`}>{formatBalance(held, text.locale)}</ExactAmount>
      {worth && (
        <span className="lk-row-sub">
          <bdi>{worth}</bdi>
        </span>
      )}
    </span>
  );
}
