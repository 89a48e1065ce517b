import { NETWORK, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { z } from 'zod/mini';
import type { BitcoinWalletState } from './createBitcoinState.js';
import { WalletRpcError } from './WalletRpcError.js';

/** Virtual bytes of a transaction besides its inputs, with two outputs, and of each input of P2WPKH. */
const BASE_SIZE = 75;
const INPUT_SIZE = 68;
/** Outputs with fewer sats are not relayed. */
const DUST = 294n;

const coins = z.array(z.object({ txid: z.string(), vout: z.number(), value: z.number() }));

/**
 * Builds, signs and sends a payment of a wallet through an Esplora API, as a wallet does with its own node. The only part that
 * needs @scure/btc-signer besides the signer; loaded at the first payment.
 */
export async function sendOverEsplora(
  url: string,
  { from, to, amount, feeRate = 1 }: Parameters<NonNullable<BitcoinWalletState['send']>>[0],
): Promise<string> {
  const network = from.address.startsWith('bc1')
    ? NETWORK
    : { ...TEST_NETWORK, bech32: from.address.startsWith('bcrt1') ? 'bcrt' : 'tb' };
  const response = await fetch(`${url}/address/${from.address}/utxo`);
  const transaction = new Transaction();
  transaction.addOutputAddress(to, amount, network);
  let left = -amount - fee(BASE_SIZE, feeRate);
  for (const { txid, vout: index, value } of z.parse(coins, await response.json())) {
    if (left >= 0n) break;
    transaction.addInput({ txid, index, witnessUtxo: { script: from.script, amount: BigInt(value) } });
    left += BigInt(value) - fee(INPUT_SIZE, feeRate);
  }
  if (left < 0n) throw new WalletRpcError(-32603, 'Insufficient funds.');
  if (left > DUST) transaction.addOutput({ script: from.script, amount: left });
  transaction.sign(from.key);
  transaction.finalize();
  const sent = await fetch(`${url}/tx`, { method: 'POST', body: transaction.hex });
  if (!sent.ok) throw new WalletRpcError(-32603, await sent.text());
  return sent.text();
}

function fee(size: number, rate: number): bigint {
  return BigInt(Math.ceil(size * rate));
}
