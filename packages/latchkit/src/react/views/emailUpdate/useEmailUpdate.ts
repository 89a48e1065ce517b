import { useEffect, useRef } from 'react';
import {
  cancelEmailUpdate,
  currentView,
  type EmailUpdateState,
  replaceView,
  type ViewName,
} from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';

type CodeView = 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp';

const VIEWS: Partial<Record<EmailUpdateState['step'], CodeView>> = {
  primary: 'UpdateEmailPrimaryOtp',
  secondary: 'UpdateEmailSecondaryOtp',
};

const CODE_VIEWS: readonly ViewName[] = Object.values(VIEWS);

/**
 * The change of the email address that a view shows, for as long as it is shown; where it is at another step, its view takes
 * this one's place [STATE-19]. Whoever leaves the codes, or closes the modal, has given the change up: nothing has changed.
 */
export function useEmailUpdate(own: CodeView): EmailUpdateState | undefined {
  const { kit } = useModal();
  const update = useKitState(state => state.embeddedWallet.update);
  // On its way out the view keeps what it showed.
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
