import { frameError, type LoginProvider } from 'latchkit/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { PageHead } from '../parts/PageHead.js';
import { PasskeyStep } from '../parts/PasskeyStep.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useHome } from '../runtime/useHome.js';
import { agreeHere, type ConsentDecision, type ConsentRequest } from './agreeHere.js';
import { ChangeCodeStep, type ChangeCodeStepProps } from './ChangeCodeStep.js';
import { ConsentStep } from './ConsentStep.js';
import { EmailStep } from './EmailStep.js';
import { FarcasterAddStep } from './FarcasterAddStep.js';
import { LoginList } from './LoginList.js';

/** A step of a change of the logins. */
type Step =
  | { readonly name: 'list'; readonly isDone?: boolean }
  | {
      readonly name: 'consent';
      readonly asked: ConsentRequest;
      readonly decide: (decision: ConsentDecision) => void;
    }
  | { readonly name: 'passkey'; readonly give: (passkeyGrant: string | undefined) => void }
  | ({ readonly name: 'code' } & ChangeCodeStepProps)
  | { readonly name: 'email' }
  | { readonly name: 'farcaster'; readonly url: string };

/**
 * The ways to log in: add, remove, change the address. Each change is shown in full and needs the user's consent, and on a device that
 * is new to the wallet a passkey.
 */
export function LoginsPage() {
  const { portal, text, locale } = usePortal();
  const { account } = portal;
  const { value: home } = useHome();
  const [step, setStep] = useState<Step>({ name: 'list' });
  const agree = useCallback(
    async (asked: ConsentRequest) => {
      const decision = await new Promise<ConsentDecision>(decide =>
        setStep({ name: 'consent', asked, decide }),
      );
      if (decision === undefined) throw frameError('REJECTED');
      return agreeHere(portal, asked, decision);
    },
    [portal],
  );
  const prove = useCallback(async () => {
    if ((await account.protection.read()).mode !== 'passkey') return undefined;
    return new Promise<string | undefined>(give => setStep({ name: 'passkey', give }));
  }, [account]);
  const done = () => setStep({ name: 'list', isDone: true });
  /** Runs a change up to the code, or to its end. After an error the list is back. */
  const change = useAction(async (signal, start: (signal: AbortSignal) => Promise<Step>) => {
    setStep(
      await start(signal).catch(error => {
        setStep({ name: 'list' });
        throw error;
      }),
    );
  });
  const codeOf = (verify: (code: string) => Promise<unknown>): Step => ({
    name: 'code',
    onVerify: async code => {
      await verify(code);
      done();
    },
  });
  const add = (uri: string | undefined) =>
    change.run(async signal => {
      const next = await account.link.finish(uri, agree, signal, locale, prove);
      return next === 'DONE' ? { name: 'list', isDone: true } : codeOf(account.link.verify);
    });
  const remove = (id: string) =>
    change.run(async () => {
      const next = await account.removal.start(id, agree, locale, prove);
      return next === 'DONE' ? { name: 'list', isDone: true } : codeOf(account.removal.verify);
    });
  const changeEmail = (email: string) =>
    change.run(async () => {
      const secondary: Step = { ...codeOf(account.update.verifySecondary), email } as Step;
      const next = await account.update.start(email, agree, locale, prove);
      if (next === 'VERIFY_SECONDARY_OTP') return secondary;
      return {
        name: 'code',
        onVerify: async code => {
          await account.update.verifyPrimary(code);
          setStep(secondary);
        },
      };
    });
  const leave = (provider: LoginProvider) =>
    change.run(async () => {
      // Before the login at the provider, which would be for nothing.
      if (home?.isSettled === false && home.protection?.mode !== 'passkey') throw tooNew(home.settlesAt);
      if (provider === 'farcaster') return { name: 'farcaster', ...(await account.startFarcaster(locale)) };
      await portal.leaveFor('link', provider, locale);
      return { name: 'list' };
    });
  const resumed = useRef(add);
  useEffect(() => {
    // The tab came back from the provider of a login that is added.
    const result = portal.takeResult();
    if (result?.purpose === 'link') void resumed.current(result.uri);
  }, [portal]);

  if (step.name === 'consent') return <ConsentStep asked={step.asked} onDecide={step.decide} />;
  if (step.name === 'passkey')
    return (
      <PasskeyStep
        why={text('logins.passkeyText')}
        onGrant={async grant => step.give(grant)}
        onCancel={() => step.give(undefined)}
      />
    );
  if (step.name === 'code') return <ChangeCodeStep key={step.email ?? ''} {...step} />;
  if (step.name === 'email')
    return (
      <EmailStep onEmail={email => void changeEmail(email)} onCancel={() => setStep({ name: 'list' })} />
    );
  if (step.name === 'farcaster')
    return (
      <FarcasterAddStep
        url={step.url}
        onWait={() => void add(undefined)}
        onCancel={() => setStep({ name: 'list' })}
      />
    );
  return (
    <>
      <PageHead title={text('page.logins')}>
        <p>{text('logins.text')}</p>
      </PageHead>
      <p role="status" className={step.isDone ? undefined : 'pt-sr'}>
        {step.isDone && text('logins.done')}
      </p>
      <Problem error={change.problem} />
      <LoginList
        isBusy={change.isBusy}
        onRemove={id => void remove(id)}
        onAdd={provider => void leave(provider)}
        onEmail={() => setStep({ name: 'email' })}
      />
    </>
  );
}

/** What the services say of a device that is too new for a change of the logins. */
function tooNew(settlesAt: string | null) {
  const wait = settlesAt === null ? undefined : (Date.parse(settlesAt) - Date.now()) / 1_000;
  return frameError('SETTLED_DEVICE_REQUIRED', { context: { retryAfter: wait } });
}
