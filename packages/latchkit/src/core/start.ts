import { reconnect } from './actions/reconnect.js';
import { refreshBalance } from './actions/refreshBalance.js';
import { applyFeatures } from './adapters/applyFeatures.js';
import { followTabs } from './adapters/followTabs.js';
import { receiveAdapterEvent } from './adapters/receiveAdapterEvent.js';
import { raiseAlert } from './alerts/raiseAlert.js';
import { debounce } from './debounce.js';
import type { Latchkit } from './Latchkit.js';
import { createLogBuffer } from './logs/createLogBuffer.js';
import { rpcUrl } from './networks/rpcUrl.js';
import { writeConnections } from './storage/records.js';
import { PENDING_KEY } from './transactions/pendingKey.js';

/** Starts an instance in a browser, once: discovery, restored connections, and the project's remote configuration. */
export function start(kit: Latchkit): void {
  const { kernel, options } = kit;
  if (kernel.signal.aborted || kernel.started) return;
  kernel.started = true;
  const logs = createLogBuffer();
  kernel.logs = logs;
  kit.on(event => logs.add(event));
  if (options.reconnect === false) writeConnections(kernel.storage, {});
  for (const adapter of [...(options.adapters ?? []), ...(kernel.walletConnect?.standIns ?? [])]) {
    adapter.start({
      networks: () => kit.store.getState().chains[adapter.namespace]?.networks ?? [],
      rpcUrl: network => rpcUrl(options, network),
      metadata: options.metadata ?? { name: document.title || location.hostname },
      wallets: [kernel.walletConnect, options.embeddedWallet].flatMap(
        wallet => wallet?.access(adapter.namespace, kit) ?? [],
      ),
      signal: kernel.signal,
      report: event => receiveAdapterEvent(kit, adapter.namespace, event),
    });
  }
  kernel.emit({ event: 'MODAL_CREATED' });
  if (!options.projectId) raiseAlert(kit, 'PROJECT_ID_NOT_CONFIGURED');
  else if (options.gateway) void loadRemote(kit);
  options.embeddedWallet?.resume(kit);
  void reconnect(kit);
  refreshOnFocus(kit);
  followTabs(kit);
  if (kernel.storage.getItem(PENDING_KEY)) void resume(kit);
}

/** A visitor who comes back to the page, perhaps from the wallet, sees the balance as it is now. */
function refreshOnFocus(kit: Latchkit): void {
  const { signal } = kit.kernel;
  window.addEventListener(
    'focus',
    debounce(() => void refreshBalance(kit), { signal }),
    { signal },
  );
}

async function resume(kit: Latchkit): Promise<void> {
  const loaded = await import('./transactions/takeUpPending.js').catch(() => undefined);
  loaded?.takeUpPending(kit);
}

async function loadRemote(kit: Latchkit): Promise<void> {
  const loaded = await import('./gateway/loadProject.js').catch(() => undefined);
  await loaded?.loadProject(kit, features => applyFeatures(kit, features));
}
