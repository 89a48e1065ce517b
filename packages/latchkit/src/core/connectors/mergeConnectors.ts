import type { ChainNamespace } from '../../protocol/caip.js';
import type { Connector } from '../contracts/Connector.js';

/**
 * The connectors of all namespaces after one of them reported its own. A wallet that several namespaces report under one
 * rdns, or one id, shows once, with its per-namespace connectors inside [ENT-06].
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
    ({ id, info }) => id === connector.id || (!!info?.rdns && info.rdns === connector.info?.rdns),
  );
}

function join(merged: Connector, connector: Connector): Connector {
  const connectors = [...(merged.connectors ?? [merged]), connector];
  const first = connectors[0] as Connector;
  return { ...first, type: 'MULTI_CHAIN', chains: connectors.flatMap(({ chains }) => chains), connectors };
}
