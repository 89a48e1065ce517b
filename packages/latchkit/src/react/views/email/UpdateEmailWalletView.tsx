import { useId, useState } from 'react';
import { type BaseError, isError, startEmailUpdate } from '../../../core/index.js';
import { goBack, navigate } from '../../../internal/index.js';
import { isAppleRelayAddress } from '../../../protocol/isAppleRelayAddress.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Facts } from '../../primitives/Facts.js';
import { InputText } from '../../primitives/InputText.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useStyles } from '../../runtime/useStyles.js';
import { emailCss } from '../../theme/email.css.gen.js';
import { toError } from './loginErrors.js';
import { ShownEmail } from './ShownEmail.js';
import { useEmailUser } from './useEmailUser.js';
import { sendProblem, useSendProblem } from './useSendProblem.js';

/** Asks for the new address of a visitor who logged in by email, or for the first one of a social login. */
export function UpdateEmailWalletView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const user = useEmailUser();
  const current = user?.email;
  const isAdded = user !== undefined && !current;
  const [typed, setTyped] = useRemembered(depth, 'newEmail');
  // The error shows until the address is edited. It is kept in the state, because this view was unmounted during the
  // change.
  const update = useKitState(state => state.embeddedWallet.update);
  const [edited, setEdited] = useState(false);
  const [refused, setRefused] = useState<BaseError>();
  const [isSame, setSame] = useState(false);
  const isThis = update?.step === 'sending' && update.email === typed.trim();
  const failed = isThis && !edited ? update.error : undefined;
  const busy = update?.step === 'sending' && !update.error;
  const problem = useSendProblem(refused ?? failed, changeProblem);
  const note = useId();
  useStyles(emailCss);

  const send = async (email: string) => {
    setEdited(false);
    try {
      const step = await startEmailUpdate(kit, email);
      const { modal } = kit.store.getState();
      if (!modal.open || modal.views.at(-1)?.name !== 'UpdateEmailWallet') return;
      navigate(kit, {
        name: step === 'currentCode' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp',
      });
    } catch (cause) {
      const { update: kept } = kit.store.getState().embeddedWallet;
      if (!kept && !isError(cause, 'ABORTED')) setRefused(toError(cause));
    }
  };
  const submit = () => {
    const email = typed.trim();
    if (busy) return;
    setRefused(undefined);
    if (email.toLowerCase() === current?.toLowerCase()) return setSame(true);
    void send(email);
  };
  const change = (value: string) => {
    setTyped(value);
    setEdited(true);
    setSame(false);
    setRefused(undefined);
  };
  return (
    <ViewFrame title={text.t(isAdded ? 'account.addEmail' : 'email.changeTitle')} kind="child" depth={depth}>
      {current && (
        <Facts facts={[{ label: text.t('email.current'), value: <ShownEmail email={current} /> }]} />
      )}
      <InputText
        label={text.t('email.new')}
        type="email"
        value={typed}
        onChange={change}
        onSubmit={submit}
        problem={isSame ? text.t('email.same') : problem?.text}
        quiet={problem?.isSaid}
        describedBy={note}
      />
      <p className="lk-legal lk-said" id={note}>
        {text.t(isAdded ? 'email.addText' : 'email.changeText')}
        {isAppleRelayAddress(typed) && ` ${text.t('email.appleRelay')}`}
      </p>
      <div className="lk-pair">
        <Button variant="secondary" onClick={() => goBack(kit)}>
          {text.t('email.cancel')}
        </Button>
        <Button busy={busy} returnKey="update-email" onClick={submit}>
          {text.t('email.continueShort')}
        </Button>
      </div>
    </ViewFrame>
  );
}

/** Why a change of the address did not start, and what to do. */
function changeProblem(text: Text, error: BaseError): string {
  switch (error.code) {
    case 'REAUTH_REQUIRED':
      return text.t('email.loginAgain');
    case 'SETTLED_DEVICE_REQUIRED':
      return text.t('email.newBrowser');
    case 'REJECTED':
    case 'TIMEOUT':
      return text.t('email.notAgreed');
    case 'WINDOW_BLOCKED':
    case 'SURFACE_UNAVAILABLE':
      return text.t('email.noWindow');
    default:
      return sendProblem(text, error);
  }
}
