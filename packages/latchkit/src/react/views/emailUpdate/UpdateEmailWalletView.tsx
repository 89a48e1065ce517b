import { useId, useState } from 'react';
import { goBack, navigate, startEmailUpdate } from '../../../core/index.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useRemembered } from '../../modal/useRemembered.js';
import { useStyles } from '../../modal/useStyles.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Facts } from '../../primitives/Facts.js';
import { InputText } from '../../primitives/InputText.js';
import { emailCss } from '../../theme/email.css.gen.js';
import { sendProblem } from '../email/emailProblem.js';
import { ShownEmail } from '../email/ShownEmail.js';
import { toError } from '../email/toError.js';
import { useEmailUser } from '../useEmailUser.js';

/** The new address of a visitor who logged in by email [VIEW-15]. */
export function UpdateEmailWalletView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const current = useEmailUser()?.email;
  const [typed, setTyped] = useRemembered(depth, 'newEmail');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const note = useId();
  useStyles(emailCss);

  const send = async (email: string) => {
    setBusy(true);
    try {
      const step = await startEmailUpdate(kit, email);
      const { modal } = kit.store.getState();
      if (!modal.open || modal.views.at(-1)?.name !== 'UpdateEmailWallet') return;
      navigate(kit, {
        name: step === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp',
      });
    } catch (cause) {
      setProblem(sendProblem(text, toError(cause)));
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    const email = typed.trim();
    if (busy) return;
    if (email.toLowerCase() === current?.toLowerCase()) return setProblem(text.t('email.same'));
    void send(email);
  };
  const change = (value: string) => {
    setTyped(value);
    setProblem(undefined);
  };
  return (
    <ViewFrame title={text.t('email.changeTitle')} kind="child" depth={depth}>
      {current && (
        <Facts facts={[{ label: text.t('email.current'), value: <ShownEmail email={current} /> }]} />
      )}
      <InputText
        label={text.t('email.new')}
        type="email"
        value={typed}
        onChange={change}
        onSubmit={submit}
        problem={problem}
        describedBy={note}
      />
      <p className="lk-legal lk-said" id={note}>
        {text.t('email.changeText')}
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
