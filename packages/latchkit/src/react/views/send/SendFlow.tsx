import {
  formatFiat,
  parseAmount,
  type SendState,
  shortenAddress,
  toFiat,
  tokenImageUrl,
} from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { formatAmount } from '../formatAmount.js';

/** What is sent, and to whom. */
export function SendFlow({ send }: { send: SendState }) {
  const { kit, text } = useModal();
  const { token, receiverAddress, receiverProfileName, receiverProfileImageUrl } = send;
  if (!token || !receiverAddress) return null;
  const amount = parseAmount(send.sendTokenAmount ?? '') ?? '0';
  const worth = token.price === undefined ? undefined : Number(toFiat(amount, token.price) ?? 0);
  const money = formatFiat(worth, { locale: text.locale });
  const short = shortenAddress(receiverAddress);
  return (
    <div className="lk-flow lk-card">
      <div className="lk-flow-row">
        <div className="lk-row-text">
          <span className="lk-flow-label">{text.t('send.youSend')}</span>
          <span className="lk-flow-main">
            <bdi>
              {formatAmount(amount, text.locale)} {token.symbol}
            </bdi>
          </span>
          {money && <span className="lk-row-sub">{money}</span>}
        </div>
        <Coin
          id={token.address ?? token.chainId}
          name={token.symbol}
          url={tokenImageUrl(kit, token)}
          size={44}
        />
      </div>
      <div className="lk-flow-join" aria-hidden="true">
        <Icon name="arrowDown" size="sm" />
      </div>
      <div className="lk-flow-row">
        <div className="lk-row-text">
          <span className="lk-flow-label">{text.t('send.to')}</span>
          <span className="lk-flow-main" title={receiverAddress}>
            <bdi>{receiverProfileName ?? short}</bdi>
          </span>
          {receiverProfileName && (
            <span className="lk-row-sub lk-addr" title={receiverAddress}>
              <bdi>{short}</bdi>
            </span>
          )}
        </div>
        <Avatar address={receiverAddress} url={receiverProfileImageUrl} size={44} />
      </div>
    </div>
  );
}
