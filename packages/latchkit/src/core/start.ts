import { lostCode } from './adapter/lostCode.js';
import { watchBalances } from './balances/refreshBalance.js';
import { writeConnections } from './connection/connectionRecords.js';
import { followTabs } from './connection/followTabs.js';
import { receiveAdapterEvent } from './connection/receiveAdapterEvent.js';
import { reconnect, reconnectFurther } from './connection/reconnect.js';
import { dropSecondary } from './connection/secondaryConnections.js';
import { watchIdentity } from './identity/refreshIdentity.js';
import { raiseAlert } from './kernel/alerts.js';
import { rpcUrl } from './kernel/gatewayUrl.js';
import { instanceSlot } from './kernel/Kernel.js';
import { lackingParts } from './kernel/lackingParts.js';
import { createLogBuffer, logBuffer } from './kernel/logs.js';
import type { Latchkit } from './Latchkit.js';
import type { Features } from './LatchkitOptions.js';
import { isModalPlaced, isPlacedByHost } from './modal/rootElement.js';
import { PENDING_KEY } from './transactions/TrackedTransaction.js';

const started = /* @__PURE__ */ instanceSlot<true>('started');

/** Whether discovery and reconnection have started. */
export function isStarted(kit: Latchkit): boolean {
  return started.get(kit) === true;
}

/** Starts an instance in a browser, once: discovery, restored connections, pending transactions. */
export function start(kit: Latchkit): void {
  const { kernel, options } = kit;
  if (kernel.signal.aborted || started.get(kit)) return;
  started.set(kit, true);
  const logs = createLogBuffer();
  logBuffer.set(kit, logs);
  kit.on(event => logs.add(event));
  watchBalances(kit);
  watchIdentity(kit);
  if (options.reconnect === false) writeConnections(kernel.storage, {});
  for (const adapter of kernel.adapters) {
    adapter.start({
      networks: () => kit.store.getState().namespaces[adapter.namespace]?.networks ?? [],
      rpcUrl: network => rpcUrl(options, network),
      metadata: options.metadata ?? { name: document.title || location.hostname },
      wallets: [...kernel.instanceWallets, options.embeddedWallet].flatMap(
        wallet => wallet?.access(adapter.namespace, kit) ?? [],
      ),
      signal: kernel.signal,
      report: event => receiveAdapterEvent(kit, adapter.namespace, event),
    });
  }
  kernel.emit({ event: 'MODAL_CREATED' });
  // A host without a gateway has no project.
  if (kernel.lacksProject) {
    raiseAlert(
      kit,
      'PROJECT_ID_NOT_CONFIGURED',
      options.projectId &&
        `The development project ${options.projectId} of ${options.gateway} is used. Pass projectId to createLatchkit; \`latchkit-gateway project create\` makes one.`,
    );
  }
  for (const [key, details] of lackingParts(options)) raiseAlert(kit, key, details);
  options.embeddedWallet?.resume(kit);
  void reconnect(kit);
  followTabs(kit);
  watchUnmounted(kit);
  if (kernel.storage.getItem(PENDING_KEY)) void resume(kit);
}

/** Applies the project's features when they arrive after the start; restores or drops secondary connections accordingly. */
export function applyFeatures(kit: Latchkit, features: Features): void {
  const before = kit.store.getState().features.multiWallet;
  kit.kernel.set({ features });
  if (features.multiWallet === before) return;
  if (features.multiWallet) void reconnectFurther(kit);
  else dropSecondary(kit);
}

async function resume(kit: Latchkit): Promise<void> {
  const loaded = await import('./transactions/pendingTransactions.js').catch(cause => void lostCode(cause));
  loaded?.resumePending(kit);
}

/** How long a host may take to mount the modal it opened, in ms. */
const MOUNT_MS = 1_000;

/** Logs once that a modal was opened but is not mounted. */
function watchUnmounted(kit: Latchkit): void {
  const { kernel, options, store } = kit;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (timer || isModalPlaced(kit) || !store.getState().modal.open) return;
    timer = setTimeout(() => {
      if (isModalPlaced(kit) || !store.getState().modal.open) return;
      const missing = isPlacedByHost(options) ? 'a <LatchkitModal>' : 'a <LatchkitProvider>';
      console.warn(`[latchkit] No modal is mounted: render ${missing} of latchkit/react.`);
    }, MOUNT_MS);
  };
  const unsubscribe = store.subscribe(look);
  const end = () => {
    unsubscribe();
    clearTimeout(timer);
  };
  kernel.signal.addEventListener('abort', end, { once: true });
  look();
}
