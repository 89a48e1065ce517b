import { confirmCurrentEmail } from '../../../core/index.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { ShownEmail } from './ShownEmail.js';
import { UpdateCode } from './UpdateCode.js';
import { useEmailUpdate } from './useEmailUpdate.js';
import { useEmailUser } from './useEmailUser.js';

/** Asks for the code sent to the visitor's current address. */
export function UpdateEmailPrimaryOtpView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const current = useEmailUser()?.email ?? '';
  const update = useEmailUpdate('UpdateEmailPrimaryOtp');
  return (
    <UpdateCode
      depth={depth}
      step={1}
      icon="shield"
      heading={text.t('email.primaryHeading')}
      where={text.rich('email.primaryText', { email: <ShownEmail email={current} /> })}
      label={text.t('email.primaryCode')}
      update={update}
      check={code => confirmCurrentEmail(kit, code)}
    />
  );
}
