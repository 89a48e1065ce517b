import { useState } from 'react';
import type { RekeyChange } from '../../account/createProtection.js';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Dialog } from '../parts/Dialog.js';
import { Field } from '../parts/Field.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';

export interface RevokeAllDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/**
 * Replaces the wallet key after a suspected theft, so that all other devices end: explains it, asks for a fresh code, and for what
 * protects the wallet.
 */
export function RevokeAllDialog({ onClose, onDone }: RevokeAllDialogProps) {
  const { portal, text } = usePortal();
  const [isSure, setSure] = useState(false);
  const [begun, setBegun] = useState<RekeyChange>();
  const [password, setPassword] = useState('');
  const run = useAction(async (_, change: RekeyChange) => {
    await change.run(password);
    await onDone();
  });
  if (isSure && begun === undefined)
    return (
      <CodeDialog
        action="rekey"
        onCode={async code => {
          const change = await portal.account.protection.beginRekey(code);
          setBegun(change);
          // A browser asks for a passkey only after a press.
          if (change.mode === 'automatic') void run.run(change);
        }}
        onClose={onClose}
      />
    );
  const mode = begun?.mode;
  return (
    <Dialog
      key={mode}
      icon="shield"
      tone="danger"
      title={text('devices.allTitle')}
      text={text(mode === undefined ? 'devices.allText' : 'devices.allConfirm')}
      onClose={onClose}
    >
      {mode === undefined && <p className="pt-note">{text('devices.revokeNote')}</p>}
      {mode === 'password' && (
        <Field
          label={text('login.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
        />
      )}
      <p role="status" className="pt-note">
        {run.isBusy ? text(mode === 'passkey' ? 'protection.follow' : 'devices.allBusy') : ''}
      </p>
      <Problem error={run.problem} />
      <div className="pt-pair">
        <button type="button" className="pt-btn" data-variant="secondary" onClick={onClose}>
          {text('cancel')}
        </button>
        <button
          type="button"
          className="pt-btn"
          data-variant="danger"
          disabled={run.isBusy || (mode === 'password' && password === '')}
          onClick={() => (begun === undefined ? setSure(true) : void run.run(begun))}
        >
          {text('devices.allAct')}
        </button>
      </div>
    </Dialog>
  );
}
