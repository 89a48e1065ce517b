import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { AccountReference } from '../adapter/ChainAdapter.js';
import type { Latchkit } from '../Latchkit.js';
import { type ActiveConnection, wrapWalletError } from './activeConnection.js';

/** A wallet's connected account. */
interface ConnectedAccount extends AccountReference {
  readonly namespace: ChainNamespace;
}

/**
 * A request to a connected wallet: {@link untilEnded} with the errors of {@link wrapWalletError}.
 *
 * @throws DESTROYED; REQUEST_FAILED also when the account's connection ended first, with `context.reason` 'ended'.
 */
export function whileConnected<T>(
  kit: Latchkit,
  source: string,
  { adapter: { namespace }, connectorId, address }: ActiveConnection,
  request: Promise<T>,
): Promise<T> {
  return wrapWalletError(kit, source, untilEnded(kit, { namespace, connectorId, address }, request));
}

/**
 * Settles as a request to a connected wallet does, but no later than the connection of its account ends: a wallet may never answer. What
 * it answers afterwards is ignored here, and what was asked may still happen.
 *
 * @throws DESTROYED; REQUEST_FAILED with `context.reason` 'ended'.
 */
export function untilEnded<T>(kit: Latchkit, account: ConnectedAccount, request: Promise<T>): Promise<T> {
  const { signal } = kit.kernel;
  return new Promise<T>((resolve, reject) => {
    const look = () => {
      if (!isConnected(kit, account)) leave(ended());
    };
    const leave = (reason: unknown) => settle(() => reject(reason));
    const destroyed = () => leave(signal.reason);
    const settle = (act: () => void) => {
      unsubscribe();
      signal.removeEventListener('abort', destroyed);
      act();
    };
    const unsubscribe = kit.store.subscribe(look);
    signal.addEventListener('abort', destroyed, { once: true });
    request.then(
      value => settle(() => resolve(value)),
      (cause: unknown) => leave(cause),
    );
    if (signal.aborted) destroyed();
    else look();
  });
}

function isConnected(kit: Latchkit, { namespace, connectorId, address }: ConnectedAccount): boolean {
  return kit.store
    .getState()
    .connections.some(
      one =>
        one.namespace === namespace &&
        one.connectorId === connectorId &&
        one.accounts.some(account => account.address === address),
    );
}

const ended = () =>
  createError('REQUEST_FAILED', {
    details:
      'The connection of the account ended before the wallet answered. What was asked may still happen.',
    context: { reason: 'ended' },
  });
