import { showToast, submitSecondaryEmailCode } from '../../../core/index.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { leaveUpdate } from './leaveUpdate.js';
import { ShownEmail } from './ShownEmail.js';
import { UpdateCode } from './UpdateCode.js';
import { useEmailUpdate } from './useEmailUpdate.js';

/** Asks for the code sent to the new address, which completes the change. */
export function UpdateEmailSecondaryOtpView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const update = useEmailUpdate('UpdateEmailSecondaryOtp');
  const check = async (code: string) => {
    await submitSecondaryEmailCode(kit, code);
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
