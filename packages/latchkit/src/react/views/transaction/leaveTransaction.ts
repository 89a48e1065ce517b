import { currentView, goBack, type Latchkit, replaceView } from '../../../core/index.js';

/** From a transaction back to where it was opened from, which after a send is the account [STATE-43] [STATE-44]. */
export function leaveTransaction(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  if (currentView(modal).name !== 'TransactionStatus') return;
  if (modal.views.length > 1) goBack(kit);
  else replaceView(kit, { name: 'Account' });
}
