import { formatBalance, formatFiat, type TokenBalance, tokenImageUrl } from '../../../core/index.js';
import { Coin } from '../../primitives/Coin.js';
import { useModal } from '../../runtime/ModalContext.js';

/** A token: its quantity with 3 decimals, and its value if there is a live price. */
export function TokenRow({ token }: { token: TokenBalance }) {
  const { kit, text } = useModal();
  const { name, symbol, quantity, address, chainId, value } = token;
  const worth = formatFiat(value, { locale: text.locale });
  return (
    <li className="lk-row lk-token">
      <Coin id={address ?? chainId} name={symbol} url={tokenImageUrl(kit, token)} />
      <span className="lk-row-text">
        <span className="lk-row-title" dir="auto">
          {name}
        </span>
        <span className="lk-row-sub" title={`${quantity.numeric} ${symbol}`}>
          <bdi>
            {formatBalance(quantity.numeric, text.locale)} {symbol}
          </bdi>
        </span>
      </span>
      {worth && (
        <span className="lk-row-value">
          <bdi>{worth}</bdi>
        </span>
      )}
    </li>
  );
}
