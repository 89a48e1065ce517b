import type { CaipNetworkId } from '../protocol/caip.js';
import { parseSolanaChainName, solanaChainName } from '../protocol/siwx/solanaChainName.js';

/** What wallets call a chain that only this machine knows. */
const LOCAL = 'solana:localnet';

/**
 * The name by which a wallet, or an account, with these chains knows a network: `solana:mainnet`, `solana:devnet` or
 * `solana:testnet` for the public clusters; for any other its CAIP-2 id, or else `solana:localnet`. Undefined: it does not.
 *
 * @see https://chainagnostic.org/CAIPs/caip-30
 */
export function walletChain(chains: readonly string[], id: CaipNetworkId): string | undefined {
  const name = `solana:${solanaChainName(id)}`;
  const known = name === id ? [id, LOCAL] : [name, id];
  return known.find(chain => chains.includes(chain));
}

/** The CAIP-2 ids of a wallet's chains; empty, which means all of Solana, where it is used with local ones. */
export function caipNetworkIds(chains: readonly string[]): readonly CaipNetworkId[] {
  return chains.includes(LOCAL) ? [] : chains.map(chain => parseSolanaChainName(chain));
}
