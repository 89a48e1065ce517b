import { formatBalance, formatFiat, type TokenBalance, tokenImageUrl } from '../../../core/index.js';
import { Coin } from '../../primitives/Coin.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';

export interface TokenChoiceProps {
  token: TokenBalance;
  network: string;
  current: boolean;
  onPick: () => void;
}

/** A token to choose, with its balance. */
export function TokenChoice({ token, network, current, onPick }: TokenChoiceProps) {
  const { kit, text } = useModal();
  const { name, symbol, quantity, address, chainId, value } = token;
  const worth = formatFiat(value, { locale: text.locale });
  return (
    <ListItem
      leading={<Coin id={address ?? chainId} name={symbol} url={tokenImageUrl(kit, token)} />}
      title={name}
      sub={text.t('send.tokenOn', { token: symbol, network })}
      trailing={
        <span className="lk-row-value" title={`${quantity.numeric} ${symbol}`}>
          <bdi>{formatBalance(quantity.numeric, text.locale)}</bdi>
          {worth && (
            <span className="lk-row-sub">
              <bdi>{worth}</bdi>
            </span>
          )}
        </span>
      }
      current={current}
      currentLabel={text.t('send.tokenCurrent')}
      onClick={onPick}
    />
  );
}
