import type { ChainNamespace } from '../../protocol/caip.js';
import type { Connector } from '../adapter/Connector.js';

/**
 * The connectors of all namespaces after one of them reported its own. A wallet that several namespaces report under one
 * rdns, or one id, shows once, with its per-namespace connectors inside [ENT-06]. So does one that is announced under one
 * name where it can give no rdns, as with Wallet Standard.
 */
export function mergeConnectors(
  current: readonly Connector[],
  namespace: ChainNamespace,
  reported: readonly Connector[],
): readonly Connector[] {
  const others = current
    .flatMap(connector => connector.connectors ?? [connector])
    .filter(connector => connector.chain !== namespace);
  const merged: Connector[] = [];
  for (const connector of [...others, ...reported]) {
    const index = merged.findIndex(candidate => isSameWallet(candidate, connector));
    const found = merged[index];
    if (found) merged[index] = join(found, connector);
    else merged.push(connector);
  }
  return merged;
}

function isSameWallet(merged: Connector, connector: Connector): boolean {
  const inside = merged.connectors ?? [merged];
  if (inside.some(({ chain }) => chain === connector.chain)) return false;
  return inside.some(
    one =>
      one.id === connector.id ||
      (!!one.info?.rdns && one.info.rdns === connector.info?.rdns) ||
      isSameByName(one, connector),
  );
}

/** A name is as good a claim as an rdns, which a wallet gives itself as well; it counts where only one of the two has one. */
function isSameByName(one: Connector, other: Connector): boolean {
  const announced = one.type === 'ANNOUNCED' && other.type === 'ANNOUNCED';
  return announced && one.name === other.name && !(one.info?.rdns && other.info?.rdns);
}

function join(merged: Connector, connector: Connector): Connector {
  const connectors = [...(merged.connectors ?? [merged]), connector];
  const first = connectors[0] as Connector;
  return { ...first, type: 'MULTI_CHAIN', chains: connectors.flatMap(({ chains }) => chains), connectors };
}
