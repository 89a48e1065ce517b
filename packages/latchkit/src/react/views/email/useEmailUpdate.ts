import { useEffect, useRef } from 'react';
import { cancelEmailUpdate, type EmailUpdateState, type ViewName } from '../../../core/index.js';
import { currentView, replaceView } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

type CodeView = 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp';

const VIEWS: Partial<Record<EmailUpdateState['step'], CodeView>> = {
  primary: 'UpdateEmailPrimaryOtp',
  secondary: 'UpdateEmailSecondaryOtp',
};

const CODE_VIEWS: readonly ViewName[] = Object.values(VIEWS);

/**
 * The change of the email address that a view shows. If the change is at another step, the view of that step replaces
 * this one. Leaving the code views or closing the modal abandons the change; nothing is changed then.
 */
export function useEmailUpdate(own: CodeView): EmailUpdateState | undefined {
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
