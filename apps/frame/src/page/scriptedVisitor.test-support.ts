import { frameError } from 'latchkit/protocol';
import type { Approvals, ApprovalsOptions, EmailMove } from '../approval/Approvals.js';
import { createApprovals } from '../approval/createApprovals.js';
import { readyConsent } from '../approval/readyConsent.js';
import type { Approval } from '../keyring/SigningRequest.js';

/** A visitor in the wallet's window, in a test without a browser: what is shown and pressed there, e2e tests prove. */
export interface ScriptedVisitor {
  /** What was asked, oldest first. */
  readonly asked: EmailMove[];
  /** Whether the visitor agrees. Default: yes. */
  agrees: boolean;
  /** Where the visitor decides. Default: in the window. */
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
        const { prepared, digests } = await readyConsent(options, move, { id, account, signal });
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
