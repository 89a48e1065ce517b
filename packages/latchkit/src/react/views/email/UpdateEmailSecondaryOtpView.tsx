import { confirmNewEmail, type Latchkit } from '../../../core/index.js';
import { currentView, goBack, replaceView, showToast } from '../../../internal/index.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { ShownEmail } from './ShownEmail.js';
import { UpdateCode } from './UpdateCode.js';
import { useEmailUpdate } from './useEmailUpdate.js';

/** Asks for the code sent to the new address, which completes the change. */
export function UpdateEmailSecondaryOtpView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const update = useEmailUpdate('UpdateEmailSecondaryOtp');
  const check = async (code: string) => {
    await confirmNewEmail(kit, code);
    leaveUpdate(kit);
    showToast(kit, { tone: 'success', text: 'email.changed' });
  };
  return (
    <UpdateCode
      depth={depth}
      step={2}
      icon="mail"
      heading={text.t('email.secondaryHeading')}
      where={text.rich('email.secondaryText', { email: <ShownEmail email={update?.email ?? ''} /> })}
      label={text.t('email.secondaryCode')}
      update={update}
      check={check}
    />
  );
}

/** Returns from the views of a finished change to where it was started. */
function leaveUpdate(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  const mine = modal.views.filter(({ name }) => name.startsWith('UpdateEmail')).length;
  for (let left = mine; left > 0; left -= 1) goBack(kit);
  // The host opened the view, so there is nothing to go back to.
  if (currentView(kit.store.getState().modal).name.startsWith('UpdateEmail')) {
    replaceView(kit, { name: 'Account' });
  }
}
