import type { Chain } from 'viem';
import { chainToAdd } from '../../core/networks/chainToAdd.js';
import { walletError } from './walletErrorCode.js';

/** A wallet that is asked to add a chain. */
interface AskedWallet {
  /** Asks, until the wallet answers or is on the chain. */
  ask(method: string, parameter: unknown): Promise<void>;
  /** For wallets that add without switching. */
  requestSwitch(): Promise<void>;
  /** The chain that it is on. @throws it does not say */
  current(): Promise<number>;
}

/**
 * Adds a chain to a wallet that doesn't know it, and uses it.
 *
 * @throws NO_RPC_URL, SWITCH_REJECTED, SWITCH_FAILED
 */
export async function addChain(chain: Chain, { ask, requestSwitch, current }: AskedWallet): Promise<void> {
  const parameter = chainToAdd(chain);
  try {
    await ask('wallet_addEthereumChain', parameter);
    // A wallet that doesn't say where it is may not be there.
    if ((await current().catch(() => {})) !== chain.id) await requestSwitch();
  } catch (cause) {
    throw walletError(cause, 'SWITCH_REJECTED', 'SWITCH_FAILED');
  }
}
