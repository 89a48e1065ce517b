import { authNamespaces } from '../../core/embeddedWallet/offeredLogins.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { rootPlace } from '../../core/modal/rootElement.js';
import { fetchAllowedOrigins } from '../../core/project/fetchAllowedOrigins.js';
import { allowsOrigin } from '../../protocol/frame/allowsOrigin.js';
import type { EmbeddedWalletOptions } from '../EmbeddedWalletOptions.js';
import { createEmbeddedFrame, type EmbeddedFrame } from '../frame/createEmbeddedFrame.js';
import { reportFrameFailure, reportSilence } from '../reportFrameFailure.js';
import { syncFrame } from '../syncFrame.js';
import { update } from './FlowContext.js';

/** An instance's frame. */
export interface KitFrame extends EmbeddedFrame {
  /** Reloads the wallet page if it left a message without an answer. Never rejects: the next message reports what is wrong. */
  renew(): Promise<void>;
}

/** Creates an instance's frame and keeps its host data and theme up to date; its status is in the state. */
export function createKitFrame(kit: Latchkit, options: EmbeddedWalletOptions): KitFrame {
  const { signal } = kit.kernel;
  let silent = false;
  const frame = createEmbeddedFrame({
    wallet: options.wallet,
    projectId: kit.options.projectId ?? 'none',
    chainId: () => activeChain(kit),
    enableLogger: options.enableLogger,
    container: options.container ?? (() => rootPlace(kit)),
    // The modal's view has a translated label.
    title: 'Wallet',
    isAllowed: () => isAllowed(kit),
    pin: pinOf(options),
    probe: async () => (await import('../frame/probeWallet.js')).probeWallet(options.wallet),
    onSilent: () => reportSilence(kit, options.wallet),
    onFailure: error => {
      silent ||= error.code === 'TIMEOUT';
      if (frame.status() === 'absent')
        update({ kit }, { frame: 'failed', error, height: undefined, isSending: undefined });
      reportFrameFailure(kit, error);
    },
    signal,
  });
  frame.on(event => {
    if (event.type === 'READY') update({ kit }, { frame: 'ready', error: undefined });
    if (event.type === 'SHOW') update({ kit }, { height: event.payload.height });
    if (event.type === 'SENDING') update({ kit }, { isSending: true });
    if (event.type === 'HIDE') update({ kit }, { height: undefined, isSending: undefined });
  });
  syncFrame(frame, kit, signal);
  return {
    ...frame,
    async renew() {
      if (silent) await frame.reload().catch(() => {});
      silent = false;
    },
    load() {
      // The host removed it from the page, which unloaded the wallet page.
      if (frame.status() === 'ready' && !frame.element()?.isConnected) frame.end();
      if (frame.status() === 'absent') update({ kit }, { frame: 'loading', error: undefined });
      return frame.load();
    },
  };
}

function pinOf({ wallet, manifestKey, vault }: EmbeddedWalletOptions) {
  if (manifestKey === undefined && vault === undefined) return undefined;
  // Without the key, a page could name any vault; an empty key accepts no page.
  const pinned = { key: manifestKey ?? '', vault };
  return async () => (await import('../frame/pinFrame.js')).pinFrame(wallet, pinned);
}

/** Returns the page's network if the wallet supports its namespace, else the network of a namespace that it supports. */
export function activeChain(kit: Latchkit): `${string}:${string}` {
  const { namespaces, activeNamespace } = kit.store.getState();
  const served = authNamespaces(kit);
  const namespace = served.includes(activeNamespace) ? activeNamespace : (served[0] ?? activeNamespace);
  return namespaces[namespace]?.network.caipNetworkId ?? 'eip155:1';
}

/** Whether the project allows this page. If the list is empty or can't be read, the wallet page decides. */
async function isAllowed(kit: Latchkit): Promise<boolean> {
  const { gateway, projectId } = kit.options;
  if (gateway === undefined || projectId === undefined) return true;
  const origins = await fetchAllowedOrigins(kit).catch(() => []);
  return origins.length === 0 || allowsOrigin(origins, location.origin);
}
