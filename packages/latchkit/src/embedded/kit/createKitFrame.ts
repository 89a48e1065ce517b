import { authNamespaces } from '../../core/embeddedWallet/authNamespaces.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { rootPlace } from '../../core/modal/rootPlace.js';
import { fetchAllowedOrigins } from '../../core/project/fetchAllowedOrigins.js';
import { allowsOrigin } from '../../protocol/frame/allowsOrigin.js';
import type { EmbeddedWalletOptions } from '../EmbeddedWalletOptions.js';
import { createEmbeddedFrame, type EmbeddedFrame } from '../frame/createEmbeddedFrame.js';
import { reportFrameFailure } from '../reportFrameFailure.js';
import { syncFrame } from '../syncFrame.js';
import { update } from './FlowContext.js';

/** Makes the frame of an instance, told of its host and theme; how it stands is in the state. */
export function createKitFrame(kit: Latchkit, options: EmbeddedWalletOptions): EmbeddedFrame {
  const { signal } = kit.kernel;
  const frame = createEmbeddedFrame({
    wallet: options.wallet,
    projectId: kit.options.projectId ?? 'none',
    chainId: () => activeChain(kit),
    enableLogger: options.enableLogger,
    container: options.container ?? (() => rootPlace(kit)),
    // The modal's view says it in the visitor's language.
    title: 'Wallet',
    isAllowed: () => isAllowed(kit),
    onFailure: error => {
      if (frame.status() === 'absent') update({ kit }, { frame: 'failed', error, height: undefined });
      reportFrameFailure(kit, error);
    },
    signal,
  });
  frame.on(event => {
    if (event.type === 'READY') update({ kit }, { frame: 'ready', error: undefined });
    if (event.type === 'SHOW') update({ kit }, { height: event.payload.height });
    if (event.type === 'HIDE') update({ kit }, { height: undefined });
  });
  syncFrame(frame, kit, signal);
  return {
    ...frame,
    load() {
      // The host took it out of the page, and the wallet page with it.
      if (frame.status() === 'ready' && !frame.element()?.isConnected) frame.end();
      if (frame.status() === 'absent') update({ kit }, { frame: 'loading', error: undefined });
      return frame.load();
    },
  };
}

/** The network that the page is on, of those that the wallet knows. */
export function activeChain(kit: Latchkit): `${string}:${string}` {
  const { chains, activeNamespace } = kit.store.getState();
  const served = authNamespaces(kit);
  const namespace = served.includes(activeNamespace) ? activeNamespace : (served[0] ?? activeNamespace);
  return chains[namespace]?.network.caipNetworkId ?? 'eip155:1';
}

/** Whether the project knows this page. A list that cannot be read, or is empty, refuses nobody: the wallet page decides. */
async function isAllowed(kit: Latchkit): Promise<boolean> {
  const { gateway, projectId } = kit.options;
  if (gateway === undefined || projectId === undefined) return true;
  const origins = await fetchAllowedOrigins(kit).catch(() => []);
  return origins.length === 0 || allowsOrigin(origins, location.origin);
}
