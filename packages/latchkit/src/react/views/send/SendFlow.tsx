import { useState } from 'react';
import type { SendState } from '../../../core/index.js';
import { formatFiat, parseAmount, toFiat, tokenImageUrl } from '../../../internal/index.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { formatAmount, shortAmount } from '../formatAmount.js';

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

/** Characters per group, so that an address is easy to compare. */
const GROUP = 4;

/**
 * A whole address in groups of four, to compare before use. The gaps are only drawn: selecting, copying or reading it
 * yields the plain address.
 */
function WholeAddress({ address }: { address: string }) {
  const start = address.startsWith('0x') ? '0x' : '';
  const groups = address.slice(start.length).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return (
    <bdi className="lk-whole lk-groups">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address have a fixed order
        <span key={index}>{index === 0 ? start + group : group}</span>
      ))}
    </bdi>
  );
}

interface ExactAmountProps {
  /** Plain decimal string of whole tokens. */
  amount: string;
  symbol: string;
}

/** An amount that is shortened if it has many digits; a click toggles between the short and the exact form. */
function ExactAmount({ amount, symbol }: ExactAmountProps) {
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
