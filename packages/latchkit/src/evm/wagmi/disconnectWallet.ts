import { withDeadline } from '../../core/adapter/abortable.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { createError } from '../../protocol/errors.js';
import { DISCONNECT_TIMEOUT } from '../provider/evmLimits.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { EngineContext } from './EngineContext.js';

/**
 * Ends a connection, and notifies the wallet if possible.
 *
 * @throws FAILED_TO_DISCONNECT when the connector fails, or does not finish within 5 s.
 */
export async function disconnectWallet(
  { config, watch }: EngineContext,
  connector: WagmiConnector,
): Promise<void> {
  const end = async () => {
    await connector.disconnect();
    leaveConnection(config, connector);
    return true;
  };
  try {
    // A connector that finishes later than that is heard of as any other end.
    if (!(await watch.asked(connector, () => withDeadline(end(), DISCONNECT_TIMEOUT, false)))) {
      throw new Error('The connector did not finish disconnecting.');
    }
  } catch (cause) {
    throw createError('FAILED_TO_DISCONNECT', { cause });
  }
}

/** Removes a connection from wagmi's state, as wagmi's `disconnect` does once the connector has disconnected. */
export function leaveConnection(config: WagmiConfig, connector: WagmiConnector): void {
  const { emitter, uid } = connector;
  const { events } = config._internal;
  emitter.off('change', events.change);
  emitter.off('disconnect', events.disconnect);
  // Wallets may connect on their own afterwards.
  emitter.off('connect', events.connect);
  emitter.on('connect', events.connect);
  config.setState(state => {
    const connections = new Map(state.connections);
    connections.delete(uid);
    const current = state.current === uid ? ([...connections.keys()][0] ?? null) : state.current;
    return { ...state, connections, current, status: current ? state.status : 'disconnected' };
  });
  const id = config.state.connections.get(config.state.current ?? '')?.connector.id;
  if (id) (async () => config.storage?.setItem('recentConnectorId', id))().catch(() => {});
}
