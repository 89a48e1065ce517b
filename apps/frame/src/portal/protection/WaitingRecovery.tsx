import { useState } from 'react';
import type { ProtectionState } from '../../account/createProtection.js';
import { ActButton } from '../parts/ActButton.js';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Countdown } from '../parts/Countdown.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';

export interface WaitingRecoveryProps {
  readonly recovery: ProtectionState['recoveries'][number];
  readonly onDone: () => Promise<void>;
}

/** A new device that waits to open the wallet. Cancelling takes one press; opening it at once takes a code. */
export function WaitingRecovery({ recovery, onDone }: WaitingRecoveryProps) {
  const { portal, text, moment } = usePortal();
  const { protection } = portal.account;
  const [isAsked, setAsked] = useState(false);
  const { id, browser, host, startedAt, opensAt } = recovery;
  const cancel = useAction(async () => {
    await protection.cancel(id);
    await onDone();
  });
  return (
    <section className="pt-card" aria-labelledby={id}>
      <h2 id={id}>{text('recovery.title')}</h2>
      <p>{text('recovery.text')}</p>
      <Countdown until={opensAt} />
      <p className="pt-note">
        {text('recovery.facts', {
          ...{ browser: browser || text('recovery.unknownBrowser'), host },
          ...{ started: moment(startedAt), opens: moment(opensAt) },
        })}
      </p>
      <div className="pt-acts">
        <ActButton action={cancel} variant="danger">
          {text('recovery.cancel')}
        </ActButton>
        <button type="button" className="pt-btn" data-variant="quiet" onClick={() => setAsked(true)}>
          {text('recovery.mine')}
        </button>
      </div>
      <Problem error={cancel.problem} />
      {isAsked && (
        <CodeDialog
          action="waive"
          onCode={async code => {
            await protection.waive(id, code);
            await onDone();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
