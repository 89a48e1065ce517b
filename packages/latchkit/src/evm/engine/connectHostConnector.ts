import { raceAbort } from '../../core/adapter/abortable.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { connectionError } from '../../protocol/connectionError.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import type { EngineContext } from './EngineContext.js';
import { leaveConnection } from './leaveConnection.js';

/**
 * Lets a connector of the host's own configuration connect in its own way. Wagmi's hooks read 'connecting' meanwhile, as
 * with wagmi's own `connect`.
 *
 * @throws MODAL_CLOSED when the visitor leaves; what the connector answers afterwards is undone.
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

/** What stood before the attempt still stands. */
function settle(config: WagmiConfig): void {
  config.setState(state => ({ ...state, status: state.current ? 'connected' : 'disconnected' }));
}

/** Who left must not find themselves connected later. */
async function undo(config: WagmiConfig, connector: WagmiConnector): Promise<void> {
  await connector.disconnect();
  if (config.state.connections.has(connector.uid)) leaveConnection(config, connector);
}
