import { shortenAddress, type TrackedTransaction } from '../../../core/index.js';
import { navigate } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { Spinner } from '../../primitives/Spinner.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortAmount } from '../formatAmount.js';
import type { OwnNames } from './describeActivity.js';

const ENDED = {
  confirmed: 'activity.sent',
  reverted: 'activity.sendFailed',
  replaced: 'activity.replaced',
  cancelled: 'activity.cancelled',
  dropped: 'activity.failed',
} as const;

/** A payment sent from here that the history does not list yet; it links to the payment's status. */
export function SentRow({ transaction, names }: { transaction: TrackedTransaction; names?: OwnNames }) {
  const { kit, text } = useModal();
  const { amount, symbol, to, toName, outcome, hash, slow, kind } = transaction;
  const isSent = outcome?.status === 'confirmed' || (outcome?.status === 'replaced' && outcome.samePayment);
  const failed = outcome !== undefined && !isSent;
  const title = outcome
    ? text.t(isSent ? 'activity.sent' : ENDED[outcome.status])
    : text.t('activity.sending');
  const account = toName ?? names?.get(to.toLowerCase()) ?? shortenAddress(to);
  if (kind) return <SwapRow transaction={transaction} failed={failed} />;
  return (
    <li>
      <button
        className="lk-row"
        type="button"
        data-return={`sent:${hash}`}
        onClick={() => navigate(kit, { name: 'TransactionStatus', hash })}
      >
        <span className="lk-glyph" data-tone={failed ? 'danger' : undefined}>
          {outcome ? <Icon name={failed ? 'alert' : 'outgoing'} /> : <Spinner />}
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title">{title}</span>
          <span className="lk-row-sub">
            <bdi>{slow && !outcome ? text.t('activity.slow') : text.t('activity.to', { account })}</bdi>
          </span>
        </span>
        <span className="lk-row-value">
          <span className="lk-row-title">
            <bdi>
              {shortAmount(amount, text.locale)} {symbol}
            </bdi>
          </span>
          {failed && <span className="lk-row-sub">{text.t('activity.notSent')}</span>}
        </span>
      </button>
    </li>
  );
}

/** A swap, or the approval before it. Its view shows its progress, so that the row leads nowhere. */
function SwapRow({ transaction, failed }: { transaction: TrackedTransaction; failed: boolean }) {
  const { text } = useModal();
  const { amount, symbol, outcome, slow, kind, received } = transaction;
  const isSwap = kind === 'swap';
  const pending = text.t(slow ? 'activity.slow' : 'activity.pending');
  const pair = received && text.t('activity.pair', { first: symbol, second: received.symbol });
  const done = isSwap ? pair : symbol;
  return (
    <li>
      <div className="lk-row lk-still">
        <span className="lk-glyph" data-tone={failed ? 'danger' : undefined}>
          {outcome ? <Icon name={failed ? 'alert' : isSwap ? 'swap' : 'shield'} /> : <Spinner />}
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title">{text.t(isSwap ? 'activity.trade' : 'activity.approve')}</span>
          <span className="lk-row-sub">
            <bdi>{failed ? text.t('activity.failed') : outcome ? done : pending}</bdi>
          </span>
        </span>
        <span className="lk-row-value">
          <span className="lk-row-title">
            <bdi>
              {received && !failed
                ? `${shortAmount(received.amount, text.locale)} ${received.symbol}`
                : `${shortAmount(amount, text.locale)} ${symbol}`}
            </bdi>
          </span>
        </span>
      </div>
    </li>
  );
}
