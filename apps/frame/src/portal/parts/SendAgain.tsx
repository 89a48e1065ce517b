import { useState } from 'react';
import { clockText } from '../runtime/clockText.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useNow } from '../runtime/useNow.js';
import { Problem } from './Problem.js';

/** Milliseconds between two emails. */
const COOLDOWN = 30_000;

/** A button that sends another email, once the time between two emails has passed. */
export function SendAgain({ onSend }: { readonly onSend: () => Promise<unknown> }) {
  const { text } = usePortal();
  const [until, setUntil] = useState(() => Date.now() + COOLDOWN);
  const left = until - useNow(until);
  const again = useAction(async () => {
    await onSend();
    setUntil(Date.now() + COOLDOWN);
  });
  return (
    <div className="pt-again">
      {left > 0 ? (
        <span className="pt-num">{text('code.wait', { time: clockText(left) })}</span>
      ) : (
        <button type="button" className="pt-link" disabled={again.isBusy} onClick={() => void again.run()}>
          {text('code.again')}
        </button>
      )}
      <Problem error={again.problem} />
    </div>
  );
}
