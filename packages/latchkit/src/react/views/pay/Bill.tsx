import { formatUnits, type PaymentTerms, type PayState } from '../../../core/index.js';
import { amountDue, formatFiat, gatewayClock, toFiat } from '../../../internal/index.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { clockText } from '../../runtime/clockText.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCountdown } from '../../runtime/useCountdown.js';
import { lengthClass } from '../formatAmount.js';
import { amountText } from '../swap/swapAmounts.js';

/** The name of the host, to whom is paid. */
export function useShop(): { readonly name: string; readonly icon: string | undefined } {
  const { kit, text } = useModal();
  const { name, icons } = kit.options.metadata ?? {};
  return { name: name ?? text.t('pay.thisSite'), icon: icons?.[0] };
}

/** An amount of the requested asset. */
export function payAmount(text: Text, { token }: PayState, units: bigint): string {
  return token ? amountText(text, units, token) : '…';
}

/** Who asks for how much, and for how long. */
export function Bill({ pay }: { pay: PayState }) {
  const { text } = useModal();
  const shop = useShop();
  const { terms, token } = pay;
  const due = amountDue(pay);
  const amount = payAmount(text, pay, due);
  const isSoon = isTimeShown(terms);
  const worth =
    token?.price === undefined
      ? undefined
      : formatFiat(Number(toFiat(formatUnits(due, token.quantity.decimals), token.price) ?? 0), {
          locale: text.locale,
        });
  return (
    <div className="lk-bill">
      <WalletImage name={shop.name} url={shop.icon} size="md" />
      <small>
        {terms.reference ? text.t('pay.order', { shop: shop.name, reference: terms.reference }) : shop.name}
      </small>
      <strong data-length={lengthClass(amount)}>
        <bdi>{amount}</bdi>
      </strong>
      {(worth || isSoon) && (
        <small>
          {worth && <bdi>{worth}</bdi>}
          {worth && isSoon && ' · '}
          {isSoon && terms.expiresAt !== undefined && <TimeLeft until={terms.expiresAt} />}
        </small>
      )}
    </div>
  );
}

/** Milliseconds before the end from which the time left is shown. */
const SHOWN = 24 * 60 * 60_000;

/** Whether the end is near enough to be shown. */
export const isTimeShown = ({ expiresAt }: PaymentTerms) =>
  expiresAt !== undefined && expiresAt - Date.now() < SHOWN;

/** How long the payment is valid, in hours, minutes and seconds. */
export function TimeLeft({ until }: { until: number }) {
  const { kit, text } = useModal();
  const seconds = useCountdown(gatewayClock(kit).pageTime(until));
  return text.rich('pay.valid', { time: clockText(text, seconds) });
}
