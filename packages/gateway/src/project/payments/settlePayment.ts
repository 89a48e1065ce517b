import type { PaymentEventType } from 'latchkit/protocol';
import { counts, isDue, type StoredPayment, type StoredTransfer } from './paymentRows.js';

/** Milliseconds that a transfer which was seen in time has to get into a block. */
const HOLD = 6 * 60 * 60_000;
/** Reports of too little, after which one follows only for each hundredth of the amount: anyone can send very small parts. */
const MOST_TOLD = 20;
const TOLD_SHARE = 100n;

/** What a step knows about the chain. */
export interface ChainView {
  /** The last height that was read. */
  readonly height: number;
  /** The last final height; undefined: not known. */
  readonly finalized: number | undefined;
  /** When the newest block was asked for; undefined: newer blocks wait. */
  readonly completeAt: Date | undefined;
  /** A transfer of the payment is no longer on the chain. */
  readonly isReorganised: boolean;
}

/** A payment after a step, and what to report. */
export interface PaymentChange {
  readonly payment: StoredPayment;
  readonly events: readonly PaymentEventType[];
}

/** The payment after a step; undefined if nothing changed. A payment that is paid stays so, unless its transfer is gone. */
export function settlePayment(
  payment: StoredPayment,
  transfers: readonly StoredTransfer[],
  view: ChainView,
): PaymentChange | undefined {
  if (payment.status === 'paid' && !view.isReorganised) return undefined;
  const valid = transfers.filter(counts);
  const final = valid.filter(({ blockNumber }) => isFinal(payment, blockNumber, view));
  const [received, confirmed] = [sumOf(valid), sumOf(final)];
  const isAwaited = sumOf(transfers.filter(isDue)) >= payment.amount;
  const end = payment.expiresAt.getTime() + (isAwaited ? HOLD : 0);
  const isOver = view.completeAt !== undefined && view.completeAt.getTime() > end;
  const status =
    confirmed >= payment.amount
      ? 'paid'
      : received >= payment.amount
        ? 'included'
        : isOver || payment.status === 'expired'
          ? 'expired'
          : 'open';
  const isShort = status === 'open' && confirmed > 0n && isNews(payment, confirmed);
  const events: PaymentEventType[] = [
    ...(view.isReorganised ? (['payment.reorganised'] as const) : []),
    ...(status !== payment.status && status !== 'open' ? ([`payment.${status}`] as const) : []),
    ...(isShort ? (['payment.underpaid'] as const) : []),
  ];
  const last = Math.max(...valid.map(({ includedAt }) => includedAt.getTime()));
  const next: StoredPayment = {
    ...payment,
    status,
    received,
    told: isShort ? confirmed : payment.told,
    toldCount: payment.toldCount + (isShort ? 1 : 0),
    paidAt: status === 'paid' ? new Date(last) : null,
  };
  const isSame = events.length === 0 && status === payment.status && received === payment.received;
  return isSame ? undefined : { payment: next, events };
}

/** Whether an insufficient amount is to be reported. */
function isNews({ amount, told, toldCount }: StoredPayment, confirmed: bigint): boolean {
  if (toldCount < MOST_TOLD) return confirmed !== told;
  const change = confirmed > told ? confirmed - told : told - confirmed;
  return change * TOLD_SHARE >= amount;
}

function isFinal(
  { finality, confirmations }: StoredPayment,
  blockNumber: number,
  { height, finalized = -1 }: ChainView,
): boolean {
  if (confirmations !== null) return height - blockNumber + 1 >= confirmations;
  return finality === 'included' || blockNumber <= finalized;
}

function sumOf(transfers: readonly StoredTransfer[]): bigint {
  return transfers.reduce((sum, { amount }) => sum + amount, 0n);
}
