import { currentView, goBack, type Latchkit, replaceView } from '../../../core/index.js';

/** Returns from a transaction to where it was opened; after a send, that is the account. */
export function leaveTransaction(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  if (currentView(modal).name !== 'TransactionStatus') return;
  if (modal.views.length > 1) goBack(kit);
  else replaceView(kit, { name: 'Account' });
}
