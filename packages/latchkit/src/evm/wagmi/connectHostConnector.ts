import { raceAbort } from '../../core/adapter/abortable.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { connectionError } from '../../protocol/connectionError.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import type { EngineContext } from './EngineContext.js';
import { leaveConnection } from './leaveConnection.js';

/**
 * Connects one of the host's own connectors with its own `connect`. Wagmi's hooks show 'connecting' meanwhile.
 *
 * @throws MODAL_CLOSED when the visitor leaves; a later result of the connector is undone.
 */
export async function connectHostConnector(
  { config, watch, attempts }: EngineContext,
  connector: WagmiConnector,
  signal: AbortSignal,
): Promise<Pick<WagmiConnection, 'accounts' | 'chainId'>> {
  if (signal.aborted) throw connectionError('MODAL_CLOSED');
  attempts.set(connector, signal);
  return watch.asked(connector, async () => {
    config.setState(state => ({ ...state, status: 'connecting' }));
    connector.emitter.emit('message', { type: 'connecting' });
    const answer = (async () => connector.connect())();
    try {
      const { accounts, chainId } = await raceAbort(answer, signal);
      return { accounts: accounts as WagmiConnection['accounts'], chainId };
    } catch (error) {
      settle(config);
      const late = async () => {
        await answer;
        // A newer attempt on the same connector decides for itself.
        if (attempts.get(connector) === signal) await undo(config, connector);
      };
      if (signal.aborted) late().catch(() => {});
      throw error;
    }
  });
}

/** Restores the status to match the existing connections. */
function settle(config: WagmiConfig): void {
  config.setState(state => ({ ...state, status: state.current ? 'connected' : 'disconnected' }));
}

/** A visitor who cancelled must not be connected later. */
async function undo(config: WagmiConfig, connector: WagmiConnector): Promise<void> {
  await connector.disconnect();
  if (config.state.connections.has(connector.uid)) leaveConnection(config, connector);
}
