import type { ChainNamespace } from '../../protocol/caip.js';
import type { Connector } from '../adapter/Connector.js';

/**
 * Merges the connectors of all namespaces. A wallet that several namespaces report under one rdns or id is shown once and
 * contains its per-namespace connectors. The same applies to equal names if the wallet cannot have an rdns, as with Wallet
 * Standard.
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

/** A name is as self-declared as an rdns; names are compared unless both wallets have an rdns. */
function isSameByName(one: Connector, other: Connector): boolean {
  const announced = one.type === 'ANNOUNCED' && other.type === 'ANNOUNCED';
  return announced && one.name === other.name && !(one.info?.rdns && other.info?.rdns);
}

function join(merged: Connector, connector: Connector): Connector {
  const connectors = [...(merged.connectors ?? [merged]), connector];
  const first = connectors[0] as Connector;
  return { ...first, type: 'MULTI_CHAIN', chains: connectors.flatMap(({ chains }) => chains), connectors };
}
