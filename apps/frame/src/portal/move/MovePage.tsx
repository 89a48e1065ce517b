import { type SecondWallet, switchWalletCall, type switchWalletRequest } from 'latchkit/protocol';
import { useState } from 'react';
import { FreshCode } from '../parts/FreshCode.js';
import { OwnerCheck } from '../parts/OwnerCheck.js';
import { PageHead } from '../parts/PageHead.js';
import { PasskeyStep } from '../parts/PasskeyStep.js';
import { SameProtectionDialog } from '../parts/SameProtectionDialog.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { MovedWallets } from './MovedWallets.js';

/** A question before the other wallet becomes active. */
type Step =
  | { readonly name: 'none' | 'create' | 'check' | 'code' }
  | { readonly name: 'passkey'; readonly code: string | undefined };

/** Moves to a new wallet: creates it, sends what the old one holds, and makes it the active one, or goes back. */
export function MovePage() {
  const { portal, text, locale } = usePortal();
  const { value, problem, reload } = useHome();
  const [step, setStep] = useState<Step>({ name: 'none' });
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void reload()} />;
  const { second, protection, isSettled } = value;
  const exchange = async ({ wallet }: SecondWallet, code: string | undefined, passkeyGrant?: string) => {
    const body = { walletId: wallet.walletId, code, passkeyGrant, locale };
    await portal.call<typeof switchWalletRequest>(switchWalletCall, { body });
    await portal.account.refresh();
    await reload();
    setStep({ name: 'none' });
  };
  if (second !== null && step.name === 'code')
    return (
      <>
        <PageHead title={text('fresh.title')} />
        <FreshCode
          action="switch"
          onCode={async code =>
            protection?.mode === 'passkey' ? setStep({ name: 'passkey', code }) : exchange(second, code)
          }
        />
      </>
    );
  if (second !== null && step.name === 'passkey')
    return <PasskeyStep onGrant={grant => exchange(second, step.code, grant)} />;
  return (
    <>
      <PageHead title={text('move.title')}>
        <p>{text('move.text')}</p>
      </PageHead>
      {second === null ? (
        <Explained onCreate={() => setStep({ name: 'create' })} />
      ) : (
        <MovedWallets
          second={second}
          onSwitch={() => setStep({ name: isSettled || protection?.mode === 'passkey' ? 'code' : 'check' })}
        />
      )}
      {step.name === 'check' && (
        <OwnerCheck onClose={() => setStep({ name: 'none' })}>{() => null}</OwnerCheck>
      )}
      {step.name === 'create' && second === null && (
        <SameProtectionDialog
          action="move"
          onBegin={(code, passkeyGrant) => portal.account.protection.beginMove(code, passkeyGrant)}
          onClose={() => setStep({ name: 'none' })}
          onDone={async () => {
            await reload();
            setStep({ name: 'none' });
          }}
        />
      )}
    </>
  );
}

const HOW = ['move.first', 'move.second', 'move.third'] as const;

function Explained({ onCreate }: { readonly onCreate: () => void }) {
  const { text } = usePortal();
  return (
    <>
      <section className="pt-block" aria-labelledby="how">
        <h2 id="how">{text('move.how')}</h2>
        <ol className="pt-list pt-card">
          {HOW.map(line => (
            <li key={line}>
              <span>{text(line)}</span>
            </li>
          ))}
        </ol>
      </section>
      <p className="pt-note">{text('move.stays')}</p>
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="primary" onClick={onCreate}>
          {text('move.create')}
        </button>
      </div>
    </>
  );
}
