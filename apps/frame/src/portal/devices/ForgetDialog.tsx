import { revokeInstallationCall, type revokeInstallationRequest } from 'latchkit/protocol';
import { forgetInstallation } from '../../storage/forgetInstallation.js';
import { ActButton } from '../parts/ActButton.js';
import { Dialog } from '../parts/Dialog.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import type { Device } from './groupDevices.js';

/** Asks whether to forget this device, which needs no code, then deletes what this browser stores of it. */
export function ForgetDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const { portal, text } = usePortal();
  const forget = useAction(async () => {
    const input = { params: { id: device.id }, body: {} };
    await portal.call<typeof revokeInstallationRequest>(revokeInstallationCall, input);
    await portal.leave(async () => {
      await portal.account.signOut();
      await forgetInstallation();
    });
  });
  return (
    <Dialog
      icon="logOut"
      tone="danger"
      title={text('devices.forgetTitle')}
      text={text('devices.forgetText')}
      onClose={onClose}
    >
      <div className="pt-pair">
        <button type="button" className="pt-btn" data-variant="secondary" onClick={onClose}>
          {text('devices.keep')}
        </button>
        <ActButton action={forget} variant="danger">
          {text('devices.forget')}
        </ActButton>
      </div>
      <Problem error={forget.problem} />
    </Dialog>
  );
}
