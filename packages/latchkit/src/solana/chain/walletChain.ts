import type { ChainId } from '../../protocol/caip.js';
import { parseSolanaChainName, solanaChainName } from '../../protocol/siwx/solanaChainName.js';

/** Wallets' name for a chain that exists only on the local machine. */
const LOCAL = 'solana:localnet';

/**
 * Returns the name by which a wallet or account with these chains knows a network: `solana:mainnet`, `solana:devnet` or
 * `solana:testnet` for public clusters; for any other its CAIP-2 id or `solana:localnet`. Undefined if it is not
 * supported.
 *
 * @see https://chainagnostic.org/CAIPs/caip-30
 */
export function walletChain(chains: readonly string[], id: ChainId): string | undefined {
  const name = `solana:${solanaChainName(id)}`;
  const known = name === id ? [id, LOCAL] : [name, id];
  return known.find(chain => chains.includes(chain));
}

/** Returns the CAIP-2 ids of a wallet's chains; empty, meaning all of Solana, for a wallet with local chains. */
export function caipNetworkIds(chains: readonly string[]): readonly ChainId[] {
  return chains.includes(LOCAL) ? [] : chains.map(chain => parseSolanaChainName(chain));
}
