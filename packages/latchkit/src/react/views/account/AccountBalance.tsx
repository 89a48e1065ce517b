import { useState } from 'react';
import { formatBalance, type NamespaceState, refreshBalance } from '../../../core/index.js';
import { lacksNode } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Skeleton } from '../../primitives/Skeleton.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useOffline } from '../../runtime/useOffline.js';
import { ExactAmount } from '../ExactAmount.js';
import { lengthClass } from '../formatAmount.js';

/** The native balance with 3 decimals; the tooltip shows the exact one. */
export function AccountBalance({ chain }: { chain: NamespaceState }) {
  return chain.balanceError ? <UnreadBalance chain={chain} /> : <ReadBalance chain={chain} />;
}

/** The balance could not be read. */
function UnreadBalance({ chain }: { chain: NamespaceState }) {
  const { kit, text } = useModal();
  const [busy, setBusy] = useState(false);
  // Core reads it again when the browser is online.
  const offline = useOffline();
  const retry = async () => {
    setBusy(true);
    await refreshBalance(kit, { namespace: chain.network.chainNamespace, force: true });
    setBusy(false);
  };
  const reason = () => {
    if (offline) return text.t('error.offline');
    if (!lacksNode(chain.balanceError)) return text.t('account.balanceError');
    return text.t('account.noNode', { network: chain.network.name });
  };
  return (
    <div className="lk-balance">
      <p className="lk-balance-main" aria-hidden>
        –
      </p>
      <p className="lk-balance-sub" role="status">
        {reason()}
      </p>
      <Button variant="quiet" size="sm" busy={busy} onClick={() => void retry()}>
        {text.t('action.tryAgain')}
      </Button>
    </div>
  );
}

function ReadBalance({ chain }: { chain: NamespaceState }) {
  const { text } = useModal();
  const { balance, network } = chain;
  const symbol = chain.balanceSymbol ?? network.nativeCurrency.symbol;
  const known = balance !== undefined;
  const shown = formatBalance(balance, text.locale);
  const [whole, sign, decimals] = splitDecimals(shown);
  return (
    <div className="lk-balance" aria-busy={!known}>
      <p className="lk-sr">{text.t(known ? 'account.balance' : 'account.balanceLoading')}</p>
      {known ? (
        <p className="lk-balance-main" data-length={lengthClass(`${shown} ${symbol}`)}>
          <ExactAmount exact={`${balance} ${symbol}`} side="below">
            {whole}
            <span>
              {sign}
              {decimals}
            </span>
            <small>{symbol}</small>
          </ExactAmount>
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
