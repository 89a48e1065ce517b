import { useState } from 'react';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { CodeDialog } from './CodeDialog.js';
import { Dialog } from './Dialog.js';
import { Field } from './Field.js';
import { OwnerCheck } from './OwnerCheck.js';
import { Problem } from './Problem.js';

/** A change of the wallet key that keeps what protects the wallet, which the dialog asks for. */
export interface SameProtectionChange {
  readonly mode: 'automatic' | 'password' | 'passkey';
  run(password?: string): Promise<void>;
}

export interface SameProtectionDialogProps {
  readonly action: 'rekey' | 'move';
  /** Starts the change with a fresh code. */
  readonly onBegin: (
    code: string | undefined,
    passkeyGrant: string | undefined,
  ) => Promise<SameProtectionChange>;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** The texts, by the action. A move is explained on its page. */
const TEXTS = {
  rekey: ['devices.allTitle', 'devices.allText', 'devices.allAct'],
  move: ['move.create', 'move.first', 'move.create'],
} as const;

/**
 * Replaces the wallet key after a suspected theft, so that all other devices end, or creates a wallet to move to: explains it, asks for
 * a fresh code, and for what protects the wallet.
 */
export function SameProtectionDialog({ action, onBegin, onClose, onDone }: SameProtectionDialogProps) {
  const { text } = usePortal();
  const isMove = action === 'move';
  const [isSure, setSure] = useState(isMove);
  const [begun, setBegun] = useState<SameProtectionChange>();
  const [password, setPassword] = useState('');
  const run = useAction(async (_, change: SameProtectionChange) => {
    await change.run(password);
    await onDone();
  });
  if (isSure && begun === undefined)
    return (
      <OwnerCheck onClose={onClose}>
        {passkeyGrant => (
          <CodeDialog
            action={action}
            onCode={async code => {
              const change = await onBegin(code, passkeyGrant);
              setBegun(change);
              // A browser asks for a passkey only after a press.
              if (change.mode === 'automatic') void run.run(change);
            }}
            onClose={onClose}
          />
        )}
      </OwnerCheck>
    );
  const mode = begun?.mode;
  const [title, explanation, act] = TEXTS[action];
  return (
    <Dialog
      key={mode}
      icon="shield"
      tone={isMove ? undefined : 'danger'}
      title={text(title)}
      text={text(mode === undefined || isMove ? explanation : 'devices.allConfirm')}
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
          data-variant={isMove ? 'primary' : 'danger'}
          disabled={run.isBusy || (mode === 'password' && password === '')}
          onClick={() => (begun === undefined ? setSure(true) : void run.run(begun))}
        >
          {text(act)}
        </button>
      </div>
    </Dialog>
  );
}
