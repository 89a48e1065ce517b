// Compares the built-in public nodes with viem's definitions of the chains, without a request: their maintainers follow the chains,
// and a node that is switched off is replaced there.
import * as chains from 'viem/chains';

/** Where ours is another one on purpose: what viem named when it was chosen, and why. */
export const CHOSEN = {
  'eip155:1': { viem: 'https://ethereum.reth.rs/rpc', why: 'serves old blocks and logs' },
  'eip155:56': { viem: 'https://56.rpc.thirdweb.com', why: "the chain's own node" },
  'eip155:11155111': { viem: 'https://11155111.rpc.thirdweb.com', why: 'as Ethereum' },
};

/** The nodes that viem names for a chain; two chains may have the same number there. */
function nodesOf(reference) {
  const found = Object.values(chains).filter(({ id }) => String(id) === reference);
  return [...new Set(found.flatMap(({ rpcUrls }) => rpcUrls.default.http))];
}

/**
 * Compares a table of nodes by CAIP-2 id. A node that viem does not name fails, unless it was chosen and viem still names the same.
 */
export function comparePublicNodes(table, chosen, viemNodes = nodesOf) {
  const lines = Object.entries(table)
    .filter(([chainId]) => chainId.startsWith('eip155:'))
    .flatMap(([chainId, url]) => {
      const named = viemNodes(chainId.slice('eip155:'.length));
      const known = chosen[chainId];
      if (named.includes(url)) {
        return known ? [`${chainId}: viem names our node now. Remove it from CHOSEN.`] : [];
      }
      if (known && named.includes(known.viem)) return [];
      const theirs = named.join(', ') || 'none';
      return [`${chainId}: ours is ${url}, viem names ${theirs}. Check whether ours still responds.`];
    });
  const stale = Object.keys(chosen).filter(chainId => !(chainId in table));
  lines.push(...stale.map(chainId => `${chainId}: has no public node. Remove it from CHOSEN.`));
  return { ok: lines.length === 0, text: lines.join('\n') };
}

export const publicNodes = {
  name: 'public nodes',
  async check() {
    const { PUBLIC_RPC_URLS } = await import('latchkit/protocol');
    return comparePublicNodes(PUBLIC_RPC_URLS, CHOSEN);
  },
};
