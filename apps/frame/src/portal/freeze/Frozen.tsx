import { unfreezeOwnWalletCall, type unfreezeOwnWalletRequest } from 'latchkit/protocol';
import { useState } from 'react';
import { ActButton } from '../parts/ActButton.js';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Countdown } from '../parts/Countdown.js';
import { LinkRows } from '../parts/LinkRows.js';
import { PageHead } from '../parts/PageHead.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { GrantedPermissions } from './GrantedPermissions.js';
import { useFreeze } from './useFreeze.js';

const NEXT = [
  { id: 'devices', icon: 'monitor', title: 'freeze.nextDevices', note: 'home.hub.devices' },
  { id: 'logins', icon: 'logIn', title: 'freeze.nextLogins', note: 'freeze.nextLoginsText' },
  { id: 'activity', icon: 'history', title: 'freeze.nextActivity', note: 'home.hub.activity' },
] as const;

/** How long the wallet stays frozen, and what to do meanwhile. */
export function Frozen({ until }: { readonly until: string }) {
  const { portal, text, moment } = usePortal();
  const { value: home, reload } = useHome();
  const freeze = useFreeze();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <PageHead title={text('freeze.frozenTitle')}>
        <p>{text('freeze.frozenText', { time: moment(until) })}</p>
      </PageHead>
      <div className="pt-card">
        <Countdown until={until} />
        <div className="pt-acts">
          {home?.isSettled && (
            <button type="button" className="pt-btn" data-variant="secondary" onClick={() => setAsked(true)}>
              {text('freeze.unfreeze')}
            </button>
          )}
          <ActButton action={freeze} variant="quiet">
            {text('freeze.longer')}
          </ActButton>
        </div>
        {home?.isSettled === false && <p className="pt-note">{text('freeze.notHere')}</p>}
        <Problem error={freeze.problem} />
      </div>
      <GrantedPermissions />
      <section className="pt-block" aria-labelledby="next">
        <h2 id="next">{text('freeze.next')}</h2>
        <LinkRows rows={NEXT} />
      </section>
      {isAsked && (
        <CodeDialog
          action="unfreeze"
          onCode={async code => {
            await portal.call<typeof unfreezeOwnWalletRequest>(unfreezeOwnWalletCall, { body: { code } });
            await reload();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
