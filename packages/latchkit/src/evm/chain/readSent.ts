import type { SentTransaction } from '../../core/adapter/Transfer.js';
import { readTransaction } from './ChainTransaction.js';
import type { Reader } from './createReaders.js';
import { payloadOf, type TransferCall } from './transferCall.js';

/** Milliseconds before each lookup of a transaction that the chain does not know yet: wallets may use another node. */
const LOOKS = [0, 200, 400];

/** Reads a transaction right after the wallet returned its hash: what it does and, if the chain knows it, its nonce. */
export async function readSent(
  reader: Reader,
  hash: string,
  { to, value, data }: TransferCall,
): Promise<Pick<SentTransaction, 'hash' | 'nonce' | 'payload'>> {
  const payload = payloadOf(to, value, data);
  for (const wait of LOOKS) {
    await new Promise(resolve => setTimeout(resolve, wait));
    // The transaction was sent: no later failure may suggest otherwise.
    const found = await readTransaction(reader, hash).catch(() => undefined);
    if (found) return { hash, nonce: found.nonce, payload };
  }
  return { hash, payload };
}
