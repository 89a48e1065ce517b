import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import { withDeadline } from '../adapter/abortable.js';
import type { EvmTransaction } from '../adapter/Transaction.js';
import type { ActiveConnection } from '../connection/activeConnection.js';

/** How long the node's estimate is awaited, in ms. */
const PATIENCE_MS = 5_000;

/**
 * The transaction with a limit of gas: half more than the node estimates. What a pool costs depends on the second in which it
 * runs, because the first swap of a second also writes the pool's price record; a wallet that estimates exactly sets too low a limit.
 * Without an estimate the wallet decides.
 *
 * @param gasPrice - In the smallest units of the native currency. With it, the limit is one that the account can pay.
 */
export async function withGas(
  connection: Pick<ActiveConnection, 'adapter' | 'address' | 'network'>,
  transaction: EvmTransaction,
  { gasPrice, signal }: { readonly gasPrice?: bigint | undefined; readonly signal: AbortSignal },
): Promise<EvmTransaction> {
  const { adapter, address, network } = connection;
  if (transaction.gas !== undefined || !adapter.estimateGas) return transaction;
  const asked = adapter.estimateGas({ address, transaction, network }).catch(() => undefined);
  const estimate = await withDeadline(asked, PATIENCE_MS, undefined);
  if (estimate === undefined || estimate <= 0n) return transaction;
  const wanted = (estimate * 3n) / 2n;
  const payable = await payableGas(connection, transaction, { gasPrice, signal });
  const limit = payable === undefined || payable >= wanted ? wanted : payable;
  return { ...transaction, gas: limit > estimate ? limit : estimate };
}

/** How much gas the account can pay besides the value; undefined if it is not known. Wallets offer up to twice the price. */
async function payableGas(
  { adapter, address, network }: Pick<ActiveConnection, 'adapter' | 'address' | 'network'>,
  { value = 0n }: EvmTransaction,
  { gasPrice, signal }: { readonly gasPrice?: bigint | undefined; readonly signal: AbortSignal },
): Promise<bigint | undefined> {
  if (!gasPrice || !adapter.getBalance) return undefined;
  const asked = adapter.getBalance({ address, network, signal }).catch(() => undefined);
  const held = await withDeadline(asked, PATIENCE_MS, undefined);
  const amount = held && toBaseUnits(held.balance, network.nativeCurrency.decimals);
  if (amount === undefined) return undefined;
  return amount > value ? (amount - value) / (gasPrice * 2n) : 0n;
}
