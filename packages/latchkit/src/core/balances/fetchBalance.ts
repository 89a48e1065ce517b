import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import type { Latchkit } from '../Latchkit.js';

/** A native balance. */
export interface NativeBalance {
  /** In the smallest unit, such as wei. */
  readonly value: bigint;
  readonly decimals: number;
  readonly symbol: string;
  /** Exact decimal string in whole units, such as ETH. `formatBalance` shortens it for display. */
  readonly formatted: string;
}

/** Whose balance to read. */
export interface FetchBalanceOptions {
  readonly address: string;
  /** CAIP-2 id of a network of the instance. Default: the active network. */
  readonly chainId?: ChainId | undefined;
  /** Skip the 30 s cache. Default false. */
  readonly force?: boolean | undefined;
}

/**
 * Reads the native balance of any address.
 *
 * @throws NETWORK_NOT_FOUND if the instance has no such network; ADAPTER_NOT_FOUND; BALANCE_UNAVAILABLE, with the chain's error as
 * `cause`.
 *
 * @example
 * const { value, formatted, symbol } = await fetchBalance(kit, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' });
 */
export async function fetchBalance(kit: Latchkit, options: FetchBalanceOptions): Promise<NativeBalance> {
  const { address, chainId, force } = options;
  await kit.kernel.start();
  const { namespaces, activeNamespace } = kit.store.getState();
  const namespace = (chainId?.split(':')[0] ?? activeNamespace) as ChainNamespace;
  const chain = namespaces[namespace];
  const network = chainId
    ? chain?.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
    : chain?.network;
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { chainId } });
  const adapter = kit.adapter(namespace);
  if (!adapter?.getBalance) throw createError('ADAPTER_NOT_FOUND', { context: { namespace } });
  const { readBalance } = await import('./readBalance.js');
  const { balance, symbol, error } = await readBalance(kit, adapter, address, network, {
    force: force ?? false,
  });
  if (error) throw error;
  const { decimals } = network.nativeCurrency;
  return { value: toBaseUnits(balance, decimals) ?? 0n, decimals, symbol, formatted: balance };
}
