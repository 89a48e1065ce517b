import type { ReviewContext } from '../model/Review.js';
import { accountData, addressAt } from './readLookups.js';
import type { SolanaInstruction, SolanaMessage } from './readSolanaMessage.js';
import { PROGRAMS } from './solanaPrograms.js';

/** Milliseconds before an unknown blockhash is looked up again: the page's node may be ahead of ours. */
const BEHIND = 1_000;

/** Layout of a nonce account: its length, the state of an account in use, and the offset of its value. */
const NONCE = { length: 80, state: 1, value: 40 } as const;

/**
 * Whether a transaction is valid on the network that is shown. Its bytes name no network; it is valid where its blockhash is
 * known. `other`: the blockhash is unknown or expired there. `unknown`: the chain did not respond.
 */
export async function checkCluster(
  { blockhash }: SolanaMessage,
  [first]: readonly SolanaInstruction[],
  context: ReviewContext,
): Promise<'shown' | 'other' | 'unknown'> {
  try {
    const isShown = isNonceAdvance(first)
      ? (await nonceOf(first.accounts[0], context)) === blockhash
      : (await isKnown(blockhash, context)) || (await isKnown(blockhash, context, BEHIND));
    return isShown ? 'shown' : 'other';
  } catch {
    return 'unknown';
  }
}

async function isKnown(blockhash: string, { read }: ReviewContext, wait = 0): Promise<boolean> {
  if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
  const answer = await read('isBlockhashValid', [blockhash, { commitment: 'processed' }]);
  const { value } = answer as { readonly value?: unknown };
  if (typeof value !== 'boolean') throw new TypeError('Not an answer');
  return value;
}

/** A transaction that starts with this instruction has a nonce account's value in place of a blockhash. */
function isNonceAdvance(first: SolanaInstruction | undefined): first is SolanaInstruction {
  return first?.program === PROGRAMS.system && first.data[0] === 4 && first.data.length === 4;
}

/** The value of a nonce account. Only the system program writes it, so no other network has the same. */
async function nonceOf(account: string | undefined, { read }: ReviewContext): Promise<string | undefined> {
  const answer = await read('getAccountInfo', [account, { encoding: 'base64', commitment: 'processed' }]);
  const { value } = answer as { readonly value?: { readonly owner?: unknown } | null };
  const data = accountData(answer);
  const isNonce =
    value?.owner === PROGRAMS.system && data?.length === NONCE.length && data[4] === NONCE.state;
  return isNonce ? addressAt(data, NONCE.value) : undefined;
}
