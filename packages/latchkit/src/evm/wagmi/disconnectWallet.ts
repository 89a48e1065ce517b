import { withDeadline } from '../../core/adapter/abortable.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { connectionError } from '../../protocol/connectionError.js';
import { DISCONNECT_TIMEOUT } from '../provider/evmLimits.js';
import type { EngineContext } from './EngineContext.js';
import { leaveConnection } from './leaveConnection.js';

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
    throw connectionError('FAILED_TO_DISCONNECT', { cause });
  }
}
