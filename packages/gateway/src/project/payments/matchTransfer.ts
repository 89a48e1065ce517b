import type { StoredPayment, StoredTransfer } from './paymentRows.js';

/** A payment of a recipient and asset, with the transfers that count towards it in the order in which they were seen. */
export interface Candidate {
  readonly payment: StoredPayment;
  /** Also those that no block contains yet; not those that are late or no longer on the chain. */
  readonly parts: readonly Pick<
    StoredTransfer,
    'amount' | 'sender' | 'isSenderCertain' | 'isAlone' | 'names'
  >[];
}

/** What the rules look at. */
export interface MatchedTransfer
  extends Pick<StoredTransfer, 'amount' | 'sender' | 'isSenderCertain' | 'includedAt'> {
  /** Id of the payment that the transfer itself names, of any project. */
  readonly names: string | null;
}

/** Where a transfer belongs: to one payment, which it pays or for which it is late, or to none. */
export type TransferPlace =
  | {
      readonly kind: 'pays';
      readonly payment: StoredPayment;
      /** Whether the payment was the only open one. */
      readonly isAlone: boolean;
    }
  | { readonly kind: 'late'; readonly payment: StoredPayment }
  | { readonly kind: 'unmatched' };

const UNMATCHED: TransferPlace = { kind: 'unmatched' };

/**
 * Decides to which of a project's payments a transfer belongs. In this order:
 *
 * 1. the payment that it names, and no other;
 * 2. the open payment whose full amount it is;
 * 3. as a part, the open payment that already has a part from the same sender, without a name; or the only open payment, if that was so when its
 *    first unnamed part came, and if the transfer is neither the full amount of one that has ended nor from the sender of a part of it;
 * 4. none. It is late if it can only be meant for one that has ended.
 *
 * What a payment still misses plays no role: whoever pays a part would choose that number. Where two payments are equally likely, it
 * is neither.
 *
 * @param candidates - The project's payments of the recipient and asset that existed before the transfer, oldest first.
 */
export function matchTransfer(candidates: readonly Candidate[], transfer: MatchedTransfer): TransferPlace {
  const open = candidates.filter(one => isOpen(one, transfer));
  const ended = candidates.filter(one => !open.includes(one));
  const alone = open.length === 1 ? open[0] : undefined;
  const pays = (one: Candidate | undefined): TransferPlace =>
    one ? { kind: 'pays', payment: one.payment, isAlone: one === alone } : UNMATCHED;
  if (transfer.names !== null) {
    const named = candidates.find(({ payment }) => payment.id === transfer.names);
    return named && !open.includes(named) ? { kind: 'late', payment: named.payment } : pays(named);
  }
  const full = open.filter(one => isFull(one, transfer));
  if (full.length > 0) return pays(single(full));
  const begun = open.filter(one => hasPartOfSender(one, transfer));
  if (begun.length > 0) return pays(single(begun));
  if (alone && mayBegin(alone) && !ended.some(one => isMeant(one, transfer))) return pays(alone);
  const late = lateFor(ended, transfer, open.length === 0);
  return late ? { kind: 'late', payment: late.payment } : UNMATCHED;
}

/** Whether a payment waits for money at the time of a transfer. */
function isOpen({ payment, parts }: Candidate, { includedAt }: MatchedTransfer): boolean {
  const received = parts.reduce((sum, { amount }) => sum + amount, 0n);
  return payment.status !== 'paid' && received < payment.amount && includedAt <= payment.expiresAt;
}

function isFull({ payment }: Candidate, { amount }: MatchedTransfer): boolean {
  return payment.amount === amount;
}

/** A sender that is not known for certain is the same as none; and one that names its payments would name this one. */
function hasPartOfSender({ parts }: Candidate, { sender, isSenderCertain }: MatchedTransfer): boolean {
  if (sender === '' || !isSenderCertain) return false;
  return parts.some(one => one.sender === sender && one.isSenderCertain && one.names === null);
}

/** Whether anybody may pay a part of the only open payment. Named parts leave no doubt, and must not close it for others. */
function mayBegin({ parts }: Candidate): boolean {
  return parts.find(one => one.names === null)?.isAlone ?? true;
}

/** Whether a transfer may be meant for an ended payment rather than for the only open one. */
function isMeant(ended: Candidate, transfer: MatchedTransfer): boolean {
  return isFull(ended, transfer) || (ended.payment.status !== 'paid' && hasPartOfSender(ended, transfer));
}

/** The ended payment that a transfer must be meant for. */
function lateFor(
  ended: readonly Candidate[],
  transfer: MatchedTransfer,
  isNoneOpen: boolean,
): Candidate | undefined {
  const full = ended.filter(one => isFull(one, transfer));
  const ofSender = ended.filter(one => hasPartOfSender(one, transfer));
  const isUnpaid = ({ payment }: Candidate) => payment.status !== 'paid';
  const guesses = [
    full.filter(isUnpaid),
    ofSender.filter(isUnpaid),
    full,
    ...(isNoneOpen ? [ofSender, ended] : []),
  ];
  return single(guesses.find(list => list.length > 0) ?? []);
}

function single<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
