import type { ChainNamespace } from '../../protocol/caip.js';
import { AUTH_ID } from '../adapter/Connector.js';
import type { Latchkit } from '../Latchkit.js';
import { readConnections } from './connectionRecords.js';
import { standing } from './connectionState.js';
import { endConnections } from './disconnect.js';
import { restoreSecondary } from './secondaryConnections.js';
import { parseTabNews, TAB_KEY, type TabNews } from './tabRecord.js';

/**
 * Mirrors connections and disconnections of other tabs, and of the pages that the visitor comes back from. Tabs notify each other if the
 * instance stores its records in localStorage.
 */
export function followTabs(kit: Latchkit): void {
  const { signal } = kit.kernel;
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      const news = key === TAB_KEY ? parseTabNews(newValue) : undefined;
      if (news) follow(kit, news);
    },
    { signal },
  );
  // Browsers tell nothing to a page that they keep for the way back.
  window.addEventListener('pageshow', ({ persisted }) => persisted && compare(kit), { signal });
  // Apply what another tab connected before this one listened.
  restoreAll(kit);
}

/** Ends at once what the records have no longer, so that nothing is signed with it, and restores what they have. */
function compare(kit: Latchkit): void {
  if (kit.options.reconnect === false) return;
  const stored = readConnections(kit.kernel.storage);
  for (const { namespace, connectorId } of kit.store.getState().connections) {
    if (!stored[namespace]?.includes(connectorId))
      endConnections(kit, { namespace, connectorId }, { isFollowing: true, isGone: true }).catch(() => {});
  }
  restoreAll(kit);
}

function restoreAll(kit: Latchkit): void {
  const { namespaces } = kit.store.getState();
  for (const [namespace, { connection }] of Object.entries(namespaces)) {
    if (connection.status === 'disconnected') restore(kit, namespace as ChainNamespace);
  }
}

function restore(kit: Latchkit, namespace: ChainNamespace, among?: readonly string[]): void {
  if (kit.options.reconnect !== false) void restoreSecondary(kit, namespace, among);
}

/** Whether the visitor is logging in to the embedded wallet here, which another tab's wallet must not interrupt. */
function logsInElse(kit: Latchkit, connectorId: string): boolean {
  const { modal, embeddedWallet } = kit.store.getState();
  return modal.open && connectorId !== AUTH_ID && !!(embeddedWallet.login ?? embeddedWallet.social);
}

function follow(kit: Latchkit, { change, namespace, connectorId }: TabNews): void {
  const chain = kit.store.getState().namespaces[namespace];
  if (!chain) return;
  if (change === 'connected') {
    if (!logsInElse(kit, connectorId)) restore(kit, namespace, [connectorId]);
    return;
  }
  const isOurs = standing(chain).some(one => one.connectorId === connectorId);
  // The wallet has already disconnected; if disconnecting fails here, the connection stays and the visitor sees it.
  if (isOurs) endConnections(kit, { namespace, connectorId }, { isFollowing: true }).catch(() => {});
}
