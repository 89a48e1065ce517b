import { isChainId } from '../../protocol/caip.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import { PENDING_KEY, type TrackedTransaction } from './TrackedTransaction.js';

/** Maximum number of tracked transactions. */
export const PENDING_LIMIT = 99;

/** Maximum length of a text in a stored entry. */
const TEXT_LIMIT = 2_000;

/** The stored transactions, newest first. A corrupt record counts as absent. */
export function readPending(storage: Storage): readonly TrackedTransaction[] {
  const value = storedRecord(storage, PENDING_KEY);
  return Array.isArray(value) ? value.filter(isTracked).slice(0, PENDING_LIMIT) : [];
}

/** Stores the pending transactions; skips storage that servers read, because cookies are small and sent with every request. */
export function writePending(storage: Storage, transactions: readonly TrackedTransaction[]): void {
  if (storage.readableOnServer) return;
  if (transactions.length === 0) storage.removeItem(PENDING_KEY);
  else storage.setItem(PENDING_KEY, JSON.stringify(transactions));
}

function isTracked(value: unknown): value is TrackedTransaction {
  if (!isRecord(value)) return false;
  const { hash, address, to, amount, symbol, chainId, sentAt } = value;
  const texts = [hash, address, to, amount, symbol];
  const options = [value.toName, value.payload, value.token].filter(option => option !== undefined);
  const numbers = [value.nonce, value.lastValidBlockHeight].filter(option => option !== undefined);
  if (value.kind !== undefined && value.kind !== 'approval' && value.kind !== 'swap') return false;
  const received =
    value.received === undefined ? [] : isRecord(value.received) ? textsOf(value.received) : [undefined];
  return (
    [...texts, ...options, ...received].every(
      text => typeof text === 'string' && text.length <= TEXT_LIMIT,
    ) &&
    [...numbers, sentAt].every(number => typeof number === 'number' && Number.isFinite(number)) &&
    isChainId(chainId) &&
    value.outcome === undefined
  );
}

const textsOf = ({ amount, symbol }: Readonly<Record<string, unknown>>) => [amount, symbol];
