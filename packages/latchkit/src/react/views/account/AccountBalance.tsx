import { type ChainState, formatBalance } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { Skeleton } from '../../primitives/Skeleton.js';

/** The native balance with 3 decimals; the tooltip shows the exact one. */
export function AccountBalance({ chain }: { chain: ChainState }) {
  const { text } = useModal();
  const { balance, network } = chain;
  const symbol = chain.balanceSymbol ?? network.nativeCurrency.symbol;
  const known = balance !== undefined;
  const [whole, sign, decimals] = splitDecimals(formatBalance(balance, text.locale));
  return (
    <div className="lk-balance" aria-busy={!known}>
      <p className="lk-sr">{text.t(known ? 'account.balance' : 'account.balanceLoading')}</p>
      {known ? (
        <p className="lk-balance-main" title={`${balance} ${symbol}`}>
          <bdi>
            {whole}
            <span>
              {sign}
              {decimals}
            </span>
            <small>{symbol}</small>
          </bdi>
        </p>
      ) : (
        <span data-late="">
          <Skeleton shape="balance" />
        </span>
      )}
      <p className="lk-balance-sub">{text.t('account.onNetwork', { network: network.name })}</p>
    </div>
  );
}

/** Splits a formatted number into the part before the decimal sign, the sign, and the part after. */
function splitDecimals(formatted: string): readonly [string, string, string] {
  const match = /^(.*)([.,٫])(\p{Nd}+)$/u.exec(formatted);
  return match ? [match[1] ?? '', match[2] ?? '', match[3] ?? ''] : [formatted, '', ''];
}
