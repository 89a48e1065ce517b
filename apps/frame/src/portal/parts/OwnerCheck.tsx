import { type ReactNode, useState } from 'react';
import { clockText } from '../runtime/clockText.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useHome } from '../runtime/useHome.js';
import { ActButton } from './ActButton.js';
import { Dialog } from './Dialog.js';
import { Problem } from './Problem.js';

export interface OwnerCheckProps {
  /** What follows. `passkeyGrant` shows that a passkey was used; undefined: this device needs none. */
  readonly children: (passkeyGrant: string | undefined) => ReactNode;
  readonly onClose: () => void;
}

/**
 * Before something that destroys a wallet or a way to it: a device that has had the wallet for less than 24 hours uses a passkey, or is told
 * from when on it may, and what to do until then.
 */
export function OwnerCheck({ children, onClose }: OwnerCheckProps) {
  const { portal, text } = usePortal();
  const { value } = useHome();
  const [grant, setGrant] = useState<string>();
  const use = useAction(async () => setGrant(await portal.account.protection.proveWithPasskey()));
  if (value === undefined) return null;
  const { isSettled, settlesAt, protection } = value;
  if (isSettled || grant !== undefined) return children(grant);
  const hasPasskey = protection?.mode === 'passkey';
  const wait =
    settlesAt === null
      ? text('error.unsettled')
      : text('error.settled', { time: clockText(Date.parse(settlesAt) - Date.now()) });
  return (
    <Dialog
      key="owner"
      icon="shield"
      title={text(hasPasskey ? 'export.passkeyTitle' : 'settled.title')}
      text={hasPasskey ? text('export.passkeyText') : wait}
      onClose={onClose}
    >
      <div className="pt-pair">
        <a className="pt-btn" data-variant="secondary" href="#freeze">
          {text('page.freeze')}
        </a>
        {hasPasskey ? (
          <ActButton action={use} variant="primary">
            {text('export.passkey')}
          </ActButton>
        ) : (
          <button type="button" className="pt-btn" data-variant="primary" onClick={onClose}>
            {text('settled.understood')}
          </button>
        )}
      </div>
      <Problem error={use.problem} />
    </Dialog>
  );
}
