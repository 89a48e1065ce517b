import { revokeInstallationCall, type revokeInstallationRequest } from 'latchkit/protocol';
import { useState } from 'react';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Dialog } from '../parts/Dialog.js';
import { OwnerCheck } from '../parts/OwnerCheck.js';
import { usePortal } from '../runtime/PortalContext.js';
import type { Device } from './groupDevices.js';

export interface RevokeDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Asks whether to revoke another device, then for a fresh code. */
export function RevokeDialog({ device, onClose, onDone }: RevokeDialogProps) {
  const { portal, text } = usePortal();
  const [isSure, setSure] = useState(false);
  if (isSure)
    return (
      <OwnerCheck onClose={onClose}>
        {passkeyGrant => (
          <CodeDialog
            action="revoke"
            onCode={async code => {
              const input = { params: { id: device.id }, body: { code, passkeyGrant } };
              await portal.call<typeof revokeInstallationRequest>(revokeInstallationCall, input);
              await onDone();
            }}
            onClose={onClose}
          />
        )}
      </OwnerCheck>
    );
  return (
    <Dialog
      icon="trash"
      tone="danger"
      title={text('devices.revokeTitle')}
      text={text('devices.revokeText')}
      onClose={onClose}
    >
      <p className="pt-note">{text('devices.revokeNote')}</p>
      <div className="pt-pair">
        <button type="button" className="pt-btn" data-variant="secondary" onClick={onClose}>
          {text('devices.keep')}
        </button>
        <button type="button" className="pt-btn" data-variant="danger" onClick={() => setSure(true)}>
          {text('devices.revoke')}
        </button>
      </div>
    </Dialog>
  );
}
