import type { ExportedWallet } from '@latchkit/keyring';
import {
  exportWalletCall,
  type exportWalletRequest,
  isError,
  readExportCall,
  type readExportRequest,
  type WalletAddresses,
} from 'latchkit/protocol';
import { useEffect, useState } from 'react';
import { FreshCode } from '../parts/FreshCode.js';
import { PageHead } from '../parts/PageHead.js';
import { PasskeyStep } from '../parts/PasskeyStep.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { CheckStep } from './CheckStep.js';
import { ClosedStep } from './ClosedStep.js';
import { DoneStep } from './DoneStep.js';
import { ExplainedStep } from './ExplainedStep.js';
import { WaitStep } from './WaitStep.js';
import { WordsStep } from './WordsStep.js';

/** Milliseconds for which the secrets are in the page's memory. */
const LIFE = 5 * 60_000;

/** The secrets are in this state only, and are overwritten when it ends. */
type Step =
  | { readonly name: 'explained' | 'code' | 'done' | 'closed' }
  | { readonly name: 'passkey'; readonly code: string | undefined }
  | {
      readonly name: 'words' | 'check';
      readonly secrets: ExportedWallet;
      readonly addresses: WalletAddresses;
      readonly until: number;
    };

/** Exports the words and the private keys: a fresh code, then they are shown while a button is held. */
export function ExportPage() {
  const { portal, text } = usePortal();
  const wait = useLoaded(() => portal.call<typeof readExportRequest>(readExportCall, {}));
  const home = useHome().value;
  const hasPasskey = home?.protection?.mode === 'passkey';
  const [walletId, setWalletId] = useState<string>();
  const [step, setStep] = useState<Step>({ name: 'explained' });
  const secrets = 'secrets' in step ? step.secrets : undefined;
  useEffect(() => {
    if (secrets === undefined) return;
    const timer = setTimeout(() => setStep({ name: 'closed' }), LIFE);
    return () => {
      clearTimeout(timer);
      for (const bytes of Object.values(secrets)) bytes.fill(0);
    };
  }, [secrets]);
  const open = async (code: string | undefined, signal: AbortSignal, passkeyGrant?: string) => {
    const share = await portal
      .call<typeof exportWalletRequest>(exportWalletCall, { body: { code, passkeyGrant, walletId }, signal })
      .catch(async error => {
        // A device was added in the meantime.
        if (isError(error) && error.context.service === 'EXPORT_DELAYED') await wait.reload();
        throw error;
      });
    setStep({
      ...{ name: 'words', addresses: share.wallet.addresses, until: Date.now() + LIFE },
      secrets: await portal.account.exportWallet(share),
    });
  };
  if (wait.value === undefined)
    return wait.problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void wait.reload()} />;
  if (wait.value.wait !== null) return <WaitStep {...wait.value.wait} onReminded={wait.reload} />;
  switch (step.name) {
    case 'explained':
      return (
        <ExplainedStep
          other={home?.second?.isEnrolled ? home.second.wallet.walletId : undefined}
          onChoose={setWalletId}
          onStart={() => setStep({ name: 'code' })}
        />
      );
    case 'code':
      return (
        <>
          <PageHead title={text('fresh.title')} />
          <FreshCode
            action="export"
            onCode={async (code, signal) =>
              hasPasskey ? setStep({ name: 'passkey', code }) : open(code, signal)
            }
          />
        </>
      );
    case 'passkey':
      return <PasskeyStep onGrant={(grant, signal) => open(step.code, signal, grant)} />;
    case 'words':
      return <WordsStep {...step} onWritten={() => setStep({ ...step, name: 'check' })} />;
    case 'check':
      return (
        <CheckStep
          phrase={step.secrets.phrase}
          onBack={() => setStep({ ...step, name: 'words' })}
          onDone={() => setStep({ name: 'done' })}
        />
      );
    case 'done':
      return <DoneStep />;
    case 'closed':
      return <ClosedStep onRestart={() => setStep({ name: 'explained' })} />;
  }
}
