import { useEffect, useRef } from 'react';
import {
  cancelEmailUpdate,
  confirmCurrentEmail,
  confirmNewEmail,
  type EmailUpdateState,
  type Latchkit,
  type ViewName,
} from '../../../core/index.js';
import { currentView, goBack, replaceView, showToast } from '../../../internal/index.js';
import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addEmbeddedTexts } from '../../runtime/addEmbeddedTexts.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { ShownEmail } from './ShownEmail.js';
import { UpdateCode } from './UpdateCode.js';
import { UpdateEmailWalletView } from './UpdateEmailWalletView.js';
import { useEmailUser } from './useEmailUser.js';

/** Loads the steps of a change of the email address. */
export async function loadUpdateViews(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return { UpdateEmailWalletView, UpdateEmailPrimaryOtpView, UpdateEmailSecondaryOtpView };
}

/** Asks for the code sent to the visitor's current address. */
function UpdateEmailPrimaryOtpView({ depth }: ViewProps) {
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

/** Asks for the code sent to the new address, which completes the change. */
function UpdateEmailSecondaryOtpView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const update = useEmailUpdate('UpdateEmailSecondaryOtp');
  const user = useEmailUser();
  // The user's address changes before the view leaves.
  const { current: isAdded } = useRef(user !== undefined && !user.email);
  const check = async (code: string) => {
    await confirmNewEmail(kit, code);
    leaveUpdate(kit);
    showToast(kit, { tone: 'success', text: isAdded ? 'email.added' : 'email.changed' });
  };
  return (
    <UpdateCode
      depth={depth}
      step={isAdded ? undefined : 2}
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

type CodeView = 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp';

const VIEWS: Partial<Record<EmailUpdateState['step'], CodeView>> = {
  currentCode: 'UpdateEmailPrimaryOtp',
  newCode: 'UpdateEmailSecondaryOtp',
};

const CODE_VIEWS: readonly ViewName[] = Object.values(VIEWS);

/**
 * The change of the email address that a view shows. If the change is at another step, the view of that step replaces
 * this one. Leaving the code views or closing the modal abandons the change; nothing is changed then.
 */
function useEmailUpdate(own: CodeView): EmailUpdateState | undefined {
  const { kit } = useModal();
  const update = useKitState(state => state.embeddedWallet.update);
  // While it leaves, the view keeps its content.
  const last = useRef(update);
  if (update) last.current = update;
  const step = last.current ? VIEWS[last.current.step] : 'UpdateEmailWallet';
  useEffect(() => {
    const { modal } = kit.store.getState();
    if (step && step !== own && modal.open && currentView(modal).name === own)
      replaceView(kit, { name: step });
  }, [kit, own, step]);
  useEffect(
    () => () => {
      const { modal, embeddedWallet } = kit.store.getState();
      const goesOn = modal.open && CODE_VIEWS.includes(currentView(modal).name);
      if (embeddedWallet.update && !goesOn) cancelEmailUpdate(kit);
    },
    [kit],
  );
  return last.current;
}
