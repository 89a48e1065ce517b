import type { Reservation } from '../../../platform/ports/Counters.js';
import type { Caller } from '../../shared/proveCaller.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { isDirect, type Txn } from './transactions.js';

/** Counters of wrong codes per address, for new installations with an approved link and those without. */
const KINDS = {
  linked: { name: (index: string) => `wrong codes:${index}`, allowance: WALLET_ALLOWANCES.wrongCodes },
  direct: {
    name: (index: string) => `wrong direct codes:${index}`,
    allowance: WALLET_ALLOWANCES.wrongDirectCodes,
  },
} as const;

type Kind = keyof typeof KINDS;

const OF_NETWORK = 'wrong direct codes of network';

/** Whether so many wrong codes came from a network that its new installations need the link. */
export async function guesses({ allowances }: WalletParts, { network }: Caller): Promise<boolean> {
  return (await allowances.load(OF_NETWORK, network, WALLET_ALLOWANCES.wrongDirectCodesOfNetwork)) >= 1;
}

/**
 * Refuses a new installation of an address with too many wrong codes.
 *
 * @throws HttpError 403 `LOCKED`.
 */
export async function refuseLocked(parts: WalletParts, subjectIndex: string, kind: Kind): Promise<void> {
  if (await isSpent(parts, subjectIndex, kind)) throw walletError('LOCKED');
}

/** Whether the limit of wrong codes is reached. */
export async function isSpent({ counters }: WalletParts, subjectIndex: string, kind: Kind): Promise<boolean> {
  const { name, allowance } = KINDS[kind];
  return (await counters.read(name(subjectIndex))) >= allowance.count;
}

/**
 * Counts a try of a new installation as a wrong code before it is compared, so that parallel tries cannot exceed the limit.
 *
 * @throws HttpError 403 `LOCKED`.
 */
export async function reserveTry({ counters }: WalletParts, txn: Txn): Promise<Reservation> {
  const { name, allowance } = KINDS[kindOf(txn)];
  const reserved = await counters.reserve(name(txn.subjectIndex), allowance.count, allowance.window);
  if (reserved === undefined) throw walletError('LOCKED');
  return reserved;
}

/** Records that a counted try was a wrong code. */
export async function recordWrongCode(
  { store, allowances }: WalletParts,
  { network }: Caller,
  txn: Txn,
  { count }: Reservation,
): Promise<void> {
  const { allowance } = KINDS[kindOf(txn)];
  if (kindOf(txn) === 'direct') {
    await allowances.note(OF_NETWORK, network, WALLET_ALLOWANCES.wrongDirectCodesOfNetwork);
  }
  if (count === allowance.count) {
    await store.audit.append({ action: 'sign-in.locked', subject: txn.subjectIndex, actor: txn.jkt });
  }
}

/** The counter that a sign-in's wrong codes belong to. */
export const kindOf = (txn: Txn): Kind => (isDirect(txn) ? 'direct' : 'linked');
