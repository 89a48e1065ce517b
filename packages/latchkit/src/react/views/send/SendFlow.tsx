import { formatFiat, parseAmount, type SendState, toFiat, tokenImageUrl } from '../../../core/index.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { WholeAddress } from '../../primitives/WholeAddress.js';
import { useModal } from '../../runtime/ModalContext.js';
import { ExactAmount } from './ExactAmount.js';

/** What is sent, and to whom. */
export function SendFlow({ send }: { send: SendState }) {
  const { kit, text } = useModal();
  const { token, receiverAddress, receiverProfileName, receiverProfileImageUrl } = send;
  if (!token || !receiverAddress) return null;
  const amount = parseAmount(send.sendTokenAmount ?? '') ?? '0';
  const worth = token.price === undefined ? undefined : Number(toFiat(amount, token.price) ?? 0);
  const money = formatFiat(worth, { locale: text.locale });
  return (
    <div className="lk-flow lk-card">
      <div className="lk-flow-row">
        <div className="lk-row-text">
          <span className="lk-flow-label">{text.t('send.youSend')}</span>
          <span className="lk-flow-main">
            <ExactAmount amount={amount} symbol={token.symbol} />
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
          {receiverProfileName && (
            <span className="lk-flow-main">
              <bdi>{receiverProfileName}</bdi>
            </span>
          )}
          <WholeAddress address={receiverAddress} />
        </div>
        <Avatar address={receiverAddress} url={receiverProfileImageUrl} size={44} />
      </div>
    </div>
  );
}
