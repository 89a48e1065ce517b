import { frameError } from 'latchkit/protocol';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { usePortal } from '../runtime/PortalContext.js';
import { SoloPage } from '../shell/SoloPage.js';
import { CodeStep } from './CodeStep.js';
import { FarcasterStep } from './FarcasterStep.js';
import { LinkStep } from './LinkStep.js';
import { PasswordStep } from './PasswordStep.js';
import { ResultStep } from './ResultStep.js';
import { forgetLogin, type LoginStep, recallLogin, rememberLogin } from './rememberedLogin.js';
import { WayStep } from './WayStep.js';

const RevokedNotice = lazy(async () => ({ default: (await import('./RevokedNotice.js')).RevokedNotice }));

/** Logs in: by email with a code, on a new browser after a link; with a provider by full page; with Farcaster's app. */
export function LoginPage() {
  const { portal } = usePortal();
  const [result] = useState(() => portal.takeResult());
  const [step, setStep] = useState<LoginStep>(() => {
    if (result === undefined) return recallLogin();
    // A login to add must not get a wallet of its own: its session ended meanwhile, or it comes back in another tab.
    if (result.purpose !== 'login') return { name: 'way', problem: frameError('LOGIN_EXPIRED') };
    return { name: 'result', uri: result.uri };
  });
  useEffect(() => {
    if (step.name === 'link' || step.name === 'code' || step.name === 'farcaster') rememberLogin(step);
    else forgetLogin();
    return forgetLogin;
  }, [step]);
  const [hadWallet, setHadWallet] = useState(false);
  useEffect(() => {
    // A visitor who never had a wallet here asks nothing.
    portal.hadWallet().then(setHadWallet, () => {});
  }, [portal]);
  const asked = useSyncExternalStore(portal.listen, portal.askedPassword);
  const restart = () => setStep({ name: 'way' });
  return (
    <SoloPage>
      {/* The step waits behind the question, which its login asks. */}
      {asked && <PasswordStep key={asked.id} {...asked} />}
      <div className="pt-panel-step" hidden={asked !== undefined}>
        {step.name === 'way' && hadWallet && (
          <Suspense>
            <RevokedNotice />
          </Suspense>
        )}
        {step.name === 'way' && <WayStep problem={step.problem} onStep={setStep} />}
        {step.name === 'result' && <ResultStep uri={step.uri} onStep={setStep} />}
        {step.name === 'link' && <LinkStep key={step.email} {...step} onStep={setStep} onRestart={restart} />}
        {step.name === 'code' && <CodeStep email={step.email} onRestart={restart} />}
        {step.name === 'farcaster' && <FarcasterStep {...step} onStep={setStep} onRestart={restart} />}
      </div>
    </SoloPage>
  );
}
