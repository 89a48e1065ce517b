import type { Approval } from '@latchkit/keyring';
import { frameError } from 'latchkit/protocol';
import type { EmailChangeRequest } from '../account/createEmailUpdate.js';
import type { LoginLinkRequest } from '../account/createLoginLink.js';
import type { LoginRemovalRequest } from '../account/createLoginRemoval.js';
import type { Approvals, ApprovalsOptions } from '../approvals/Approvals.js';
import { createApprovals } from '../approvals/createApprovals.js';
import { prepareConsent } from '../approvals/prepareApproval.js';

/** A user in the wallet window, for tests without a browser; e2e tests cover what is shown and pressed there. */
export interface ScriptedVisitor {
  /** The consents that were requested, oldest first. */
  readonly asked: (EmailChangeRequest | LoginLinkRequest | LoginRemovalRequest)[];
  /** Whether the user agrees. Default: yes. */
  agrees: boolean;
  /** Where the user decides. Default: in the window. */
  surface: Approval['surface'];
  readonly approvals: (options: ApprovalsOptions) => Approvals;
}

export function scriptedVisitor(): ScriptedVisitor {
  const visitor: ScriptedVisitor = {
    asked: [],
    agrees: true,
    surface: 'window',
    approvals: options => ({
      ...createApprovals(options),
      async consent(move, { id, signal }) {
        visitor.asked.push(move);
        if (!visitor.agrees) throw frameError('REJECTED');
        const account = options.signer()?.evm ?? '';
        const { prepared, digests } = await prepareConsent(options, move, { id, account, signal });
        const [signing] = prepared.signings;
        const now = Date.now();
        return options.sign(signing, {
          ...{ id, digest: digests.each[0] ?? '', origin: options.hostOrigin },
          ...{ surface: visitor.surface, armedAt: now, decidedAt: now },
        });
      },
    }),
  };
  return visitor;
}
