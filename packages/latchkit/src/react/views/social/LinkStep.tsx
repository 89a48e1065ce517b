import { useState } from 'react';
import { type BaseError, resendSocialLink, type SocialLoginLink } from '../../../core/index.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { Ring } from '../../primitives/Ring.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { otpCss } from '../../theme/otp.css.gen.js';
import { toError } from '../email/loginErrors.js';
import { Resend } from '../email/Resend.js';
import { SendNotice } from '../email/SendNotice.js';
import { ShownEmail } from '../email/ShownEmail.js';

/** Shown for a new device of a wallet with an approval address: the visitor opens the link from the email, on any device. */
export function LinkStep({ link }: { link: SocialLoginLink }) {
  const { kit, text } = useModal();
  const [{ busy, error }, setState] = useState<{ busy: boolean; error?: BaseError }>({ busy: false });
  useStyles(otpCss);
  const resend = () => {
    setState({ busy: true });
    resendSocialLink(kit).then(
      () => setState({ busy: false }),
      (cause: unknown) => setState({ busy: false, error: toError(cause) }),
    );
  };
  return (
    <>
      <Hero
        live
        title={text.t('email.deviceHeading')}
        text={text.rich('email.deviceText', { email: <ShownEmail email={link.email} /> })}
        mark={
          <Ring state="wait">
            <span className="lk-mark">
              <Icon name="mail" size="lg" />
            </span>
          </Ring>
        }
      />
      <SendNotice error={error} />
      <Resend
        question={text.t('email.noEmail')}
        action={text.t('email.sendAgain')}
        at={link.resendAt}
        busy={busy}
        onResend={resend}
      />
    </>
  );
}
