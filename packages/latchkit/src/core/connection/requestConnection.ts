import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import { openModal } from '../modal/openModal.js';
import type { Connection } from './account.js';

/**
 * Opens the modal on Connect and waits for the visitor. Resolves at once if a wallet is connected.
 *
 * @param options.namespace - The wallet must be connected in this namespace. Default: in any.
 * @throws MODAL_CLOSED if the visitor closes the modal before connecting; DESTROYED.
 *
 * @example
 * const { accounts } = await requestConnection(kit);
 */
export function requestConnection(
  kit: Latchkit,
  { namespace }: { readonly namespace?: ChainNamespace } = {},
): Promise<Connection> {
  const within = namespace && { namespace };
  const find = (connections: readonly Connection[]) =>
    connections.find(one => !within || one.namespace === namespace);
  const standing = find(kit.store.getState().connections);
  if (standing) return Promise.resolve(standing);
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => {
      unsubscribe();
      kit.kernel.signal.removeEventListener('abort', onDestroy);
      action();
    };
    const onDestroy = () => settle(() => reject(createError('DESTROYED')));
    openModal(kit, { view: { name: 'Connect', ...within }, ...within });
    const unsubscribe = kit.store.subscribe(({ connections, modal }) => {
      const connection = find(connections);
      if (connection) settle(() => resolve(connection));
      else if (!modal.open) settle(() => reject(createError('MODAL_CLOSED')));
    });
    kit.kernel.signal.addEventListener('abort', onDestroy, { once: true });
  });
}
