import { BaseError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import { forgetConnection } from '../adapters/settleConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { close } from './close.js';
import { reportError } from './reportError.js';

export interface DisconnectOptions {
  /** Default: every connected namespace. */
  readonly namespace?: ChainNamespace;
  /** Leave the modal open [STATE-23]. Default false. */
  readonly keepOpen?: boolean;
}

/**
 * Ends connections, at the wallet too where it can be told. Resets account, network, connector, provider and wallet info
 * of each [STATE-21].
 *
 * @throws FAILED_TO_DISCONNECT when the wallet's end of it fails; that connection then still stands.
 */
export async function disconnect(kit: Latchkit, options: DisconnectOptions = {}): Promise<void> {
  abandonAttempts(kit, options.namespace);
  const { connections } = kit.store.getState();
  const ending = connections.filter(({ namespace }) => !options.namespace || namespace === options.namespace);
  const results = await Promise.allSettled(
    ending.map(async ({ namespace, connectorId }) => {
      await kit.adapter(namespace)?.disconnect(connectorId);
      forgetConnection(kit, namespace, { type: 'reset' });
      kit.kernel.emit({ event: 'DISCONNECT_SUCCESS', namespace });
    }),
  );
  const failed = ending.filter((_, index) => results[index]?.status === 'rejected');
  const cause = results.find(result => result.status === 'rejected')?.reason;
  if (failed.length === 0) {
    if (!options.keepOpen) close(kit, { force: true });
    return;
  }
  const error = disconnectError(failed, ending.length, cause);
  for (const { namespace } of failed)
    kit.kernel.emit({ event: 'DISCONNECT_ERROR', namespace, code: error.code });
  reportError(kit, 'DISCONNECT', error);
  throw error;
}

/** A connection that is only being made or restored ends too. */
function abandonAttempts(kit: Latchkit, only: ChainNamespace | undefined): void {
  for (const [key, chain] of Object.entries(kit.store.getState().chains)) {
    const namespace = key as ChainNamespace;
    if (only && namespace !== only) continue;
    kit.kernel.attempts.get(namespace)?.abort();
    if (chain.connection.status === 'reconnecting') forgetConnection(kit, namespace, { type: 'reset' });
  }
}

function disconnectError(
  failed: readonly { namespace: ChainNamespace }[],
  ending: number,
  cause: unknown,
): BaseError {
  if (ending === 1) return catalogueError('FAILED_TO_DISCONNECT', { cause });
  const chains = failed.map(({ namespace }) => namespace).join(', ');
  return new BaseError('FAILED_TO_DISCONNECT', `Failed to disconnect chains: ${chains}`, {
    cause,
    context: { chains },
  });
}
