import type { RecoveryDelay } from 'latchkit/protocol';
import type { ProtectionChange } from '../../account/createProtection.js';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Dialog } from '../parts/Dialog.js';
import { OwnerCheck } from '../parts/OwnerCheck.js';
import { Problem } from '../parts/Problem.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';

/** What the user wants to change. */
export type WantedChange =
  | { readonly kind: 'add' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'delay'; readonly delay: RecoveryDelay };

export interface ChangeDialogProps {
  readonly wanted: WantedChange;
  /** Whether the wallet has no passkey yet. */
  readonly isFirst: boolean;
  /** Changes for which a code was entered before. */
  readonly begun: ProtectionChange | undefined;
  readonly onBegun: (change: ProtectionChange) => void;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Asks for a fresh code, then for the press that a browser requires before it asks for a passkey. */
export function ChangeDialog({ wanted, isFirst, begun, onBegun, onClose, onDone }: ChangeDialogProps) {
  const { portal, text } = usePortal();
  const { email, userName } = useUser();
  const apply = useAction(async (_signal, change: ProtectionChange) => {
    if (wanted.kind === 'add') await change.addPasskey(passkeyName(), email ?? userName ?? text('title'));
    else if (wanted.kind === 'remove') await change.removePasskey(wanted.id);
    else if (wanted.kind === 'password') await change.setPassword(wanted.password);
    else if (wanted.kind === 'reset') await change.reset();
    else await change.setDelay(wanted.delay);
    await onDone();
  });
  if (begun === undefined)
    return (
      <OwnerCheck onClose={onClose}>
        {passkeyGrant => (
          <CodeDialog
            action="protection"
            onCode={async code => onBegun(await portal.account.protection.begin(code, passkeyGrant))}
            onClose={onClose}
          />
        )}
      </OwnerCheck>
    );
  const { kind } = wanted;
  const says = kind === 'add' && !isFirst ? 'addAnother' : kind;
  return (
    <Dialog
      key="apply"
      icon={kind === 'delay' ? 'clock' : 'shield'}
      title={text(`protection.${kind}Title`)}
      text={text(`protection.${says}Text`)}
      onClose={onClose}
    >
      <p role="status" className="pt-note">
        {apply.isBusy && text(kind === 'password' ? 'devices.allBusy' : 'protection.follow')}
      </p>
      <Problem error={apply.problem} />
      <div className="pt-pair">
        <button type="button" className="pt-btn" data-variant="secondary" onClick={onClose}>
          {text('cancel')}
        </button>
        <button
          type="button"
          className="pt-btn"
          data-variant={kind === 'remove' || kind === 'reset' ? 'danger' : 'primary'}
          disabled={apply.isBusy}
          onClick={() => void apply.run(begun)}
        >
          {text(`protection.${kind}Act`)}
        </button>
      </div>
    </Dialog>
  );
}

/** The passkey's name in the list: the browser's system, which stores most passkeys. */
function passkeyName(): string {
  const { userAgentData, platform } = navigator as {
    userAgentData?: { platform?: string };
    platform?: string;
  };
  return userAgentData?.platform || platform || 'Passkey';
}
