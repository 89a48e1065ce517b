import type { CaipNetwork } from '../../core/adapter/Network.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { ss58Address } from '../../protocol/ss58.js';
import type { PolkadotAccount } from './PolkadotWallet.js';

const MOST_ACCOUNTS = 100;

/**
 * Returns an extension's accounts on each network, with its SS58 prefix. Malformed accounts and those of Ethereum keys are skipped.
 */
export function readAccounts(given: unknown, networks: readonly CaipNetwork[]): readonly PolkadotAccount[] {
  if (!Array.isArray(given)) return [];
  const accounts = given.slice(0, MOST_ACCOUNTS);
  return networks.flatMap(({ caipNetworkId }) =>
    accounts.flatMap(account => {
      if (!isRecord(account)) return [];
      const { address: own, genesisHash } = account;
      if (typeof own !== 'string' || !isFor(genesisHash, caipNetworkId)) return [];
      const address = ss58Address(own, caipNetworkId);
      return address ? [{ address, own, chains: [caipNetworkId] }] : [];
    }),
  );
}

/** Whether an account may be used on a chain, whose CAIP-2 reference is the start of its genesis hash. */
function isFor(genesisHash: unknown, chainId: string): boolean {
  if (typeof genesisHash !== 'string' || genesisHash === '') return true;
  return genesisHash.replace(/^0x/, '').startsWith(chainId.slice('polkadot:'.length));
}
