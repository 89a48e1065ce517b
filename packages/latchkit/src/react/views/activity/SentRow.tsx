import { shortenAddress, type TrackedTransaction } from '../../../core/index.js';
import { navigate } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { Spinner } from '../../primitives/Spinner.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortAmount } from '../formatAmount.js';

const ENDED = {
  confirmed: 'activity.sent',
  reverted: 'activity.sendFailed',
  replaced: 'activity.replaced',
  cancelled: 'activity.cancelled',
  dropped: 'activity.failed',
} as const;

/** A payment sent from here that the history does not list yet; it links to the payment's status. */
export function SentRow({ transaction }: { transaction: TrackedTransaction }) {
  const { kit, text } = useModal();
  const { amount, symbol, to, toName, outcome, hash, slow } = transaction;
  const isSent = outcome?.status === 'confirmed' || (outcome?.status === 'replaced' && outcome.samePayment);
  const failed = outcome !== undefined && !isSent;
  const title = outcome
    ? text.t(isSent ? 'activity.sent' : ENDED[outcome.status])
    : text.t('activity.sending');
  const account = toName ?? shortenAddress(to);
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
