import { currentView, goBack, type Latchkit, replaceView } from '../../../core/index.js';

/** Returns from the views of a finished change to where it was started. */
export function leaveUpdate(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  const mine = modal.views.filter(({ name }) => name.startsWith('UpdateEmail')).length;
  for (let left = mine; left > 0; left -= 1) goBack(kit);
  // The host opened the view, so there is nothing to go back to.
  if (currentView(kit.store.getState().modal).name.startsWith('UpdateEmail')) {
    replaceView(kit, { name: 'Account' });
  }
}
