import { useState } from 'react';
import type { ProtectionChange } from '../../account/createProtection.js';
import { PageHead } from '../parts/PageHead.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { ChangeDialog, type WantedChange } from './ChangeDialog.js';
import { DelayChoice } from './DelayChoice.js';
import { PasskeyList } from './PasskeyList.js';
import { PasswordStep } from './PasswordStep.js';
import { SecondPasskey } from './SecondPasskey.js';
import { WaitingRecovery } from './WaitingRecovery.js';

/** What a new device needs to open the wallet, and what waits to open it. */
export function ProtectionPage() {
  const { portal, text } = usePortal();
  const { protection } = portal.account;
  const home = useHome();
  const { value, problem, reload } = useLoaded(protection.read);
  const [isChoosing, setChoosing] = useState(false);
  const [wanted, setWanted] = useState<WantedChange>();
  // A fresh code allows changes for ten minutes.
  const [begun, setBegun] = useState<ProtectionChange>();
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void reload()} />;
  const { mode, passkeys, delay, nextDelay, recoveries } = value;
  if (isChoosing)
    return (
      <PasswordStep
        onCancel={() => setChoosing(false)}
        onPassword={password => {
          setChoosing(false);
          setWanted({ kind: 'password', password });
        }}
      />
    );
  return (
    <>
      <PageHead title={text('page.protection')}>
        <p>{text(`protection.${mode}Text`)}</p>
      </PageHead>
      {recoveries.map(recovery => (
        <WaitingRecovery key={recovery.id} recovery={recovery} onDone={reload} />
      ))}
      {passkeys.length === 1 && <SecondPasskey onAdd={() => setWanted({ kind: 'add' })} />}
      <PasskeyList
        passkeys={passkeys}
        onAdd={() => setWanted({ kind: 'add' })}
        onRemove={id => setWanted(passkeys.length === 1 ? { kind: 'reset' } : { kind: 'remove', id })}
      />
      <section className="pt-block" aria-labelledby="password">
        <h2 id="password">{text('password.heading')}</h2>
        <p>{text('password.note')}</p>
        <div className="pt-acts">
          <button type="button" className="pt-btn" data-variant="secondary" onClick={() => setChoosing(true)}>
            {text(mode === 'password' ? 'password.change' : 'password.use')}
          </button>
        </div>
      </section>
      <DelayChoice
        delay={delay}
        next={nextDelay}
        onChoose={hours => setWanted({ kind: 'delay', delay: hours })}
      />
      {mode !== 'automatic' && (
        <section className="pt-block" aria-labelledby="back">
          <h2 id="back">{text('protection.backTitle')}</h2>
          <p className="pt-note">{text('protection.backText')}</p>
          <div className="pt-acts">
            <button
              type="button"
              className="pt-btn"
              data-variant="secondary"
              onClick={() => setWanted({ kind: 'reset' })}
            >
              {text('protection.back')}
            </button>
          </div>
        </section>
      )}
      {wanted !== undefined && (
        <ChangeDialog
          wanted={wanted}
          isFirst={passkeys.length === 0}
          begun={begun}
          onBegun={setBegun}
          onClose={() => setWanted(undefined)}
          onDone={async () => {
            setWanted(undefined);
            await Promise.all([reload(), home.reload()]);
          }}
        />
      )}
    </>
  );
}
