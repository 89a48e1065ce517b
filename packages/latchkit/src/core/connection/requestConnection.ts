import { createError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import { openModal } from '../modal/openModal.js';
import type { Connection } from './account.js';

/**
 * Opens the modal on Connect and waits for the visitor. Resolves at once if a wallet is connected.
 *
 * @throws MODAL_CLOSED if the visitor closes the modal before connecting; DESTROYED.
 *
 * @example
 * const { accounts } = await requestConnection(kit);
 */
export function requestConnection(kit: Latchkit): Promise<Connection> {
  const [standing] = kit.store.getState().connections;
  if (standing) return Promise.resolve(standing);
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => {
      unsubscribe();
      kit.kernel.signal.removeEventListener('abort', onDestroy);
      action();
    };
    const onDestroy = () => settle(() => reject(createError('DESTROYED')));
    openModal(kit, { view: 'Connect' });
    const unsubscribe = kit.store.subscribe(({ connections, modal }) => {
      const [connection] = connections;
      if (connection) settle(() => resolve(connection));
      else if (!modal.open) settle(() => reject(createError('MODAL_CLOSED')));
    });
    kit.kernel.signal.addEventListener('abort', onDestroy, { once: true });
  });
}
