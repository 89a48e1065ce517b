import type { Approval } from '@latchkit/keyring';
import { frameError } from 'latchkit/protocol';
import type { EmailChangeRequest } from '../account/createEmailUpdate.js';
import type { LoginLinkRequest } from '../account/createLoginLink.js';
import type { LoginRemovalRequest } from '../account/createLoginRemoval.js';
import type { Approvals, ApprovalsOptions } from '../approvals/Approvals.js';
import { createApprovals, isApproved } from '../approvals/createApprovals.js';
import { prepareApproval, prepareConsent } from '../approvals/prepareApproval.js';
import { signApproved } from '../approvals/signApproved.js';
import { addSimulation } from '../review/addSimulation.js';
import type { AskedLimits, Review } from '../review/model/Review.js';
import { contextOf } from '../review/reviewRequest.js';
import { type Simulation, simulate } from '../review/simulate.js';

/** A user in the wallet window, for tests without a browser; e2e tests cover what is shown and pressed there. */
export interface ScriptedVisitor {
  /** The consents that were requested, oldest first. */
  readonly asked: (EmailChangeRequest | LoginLinkRequest | LoginRemovalRequest)[];
  /** The reviews of requests that were shown, oldest first. */
  readonly reviewed: Review[];
  /** What trying them out found, of each. */
  readonly simulated: Partial<Simulation>[];
  /** What happens between the review and the decision. */
  beforeDecision?: () => Promise<void>;
  /** The limits that the user lowers before the decision. Default: none. */
  lowers?: AskedLimits;
  /** Whether the user agrees. Default: yes. */
  agrees: boolean;
  /** Where the user decides. Default: in the window. */
  surface: Approval['surface'];
  readonly approvals: (options: ApprovalsOptions) => Approvals;
}

export function scriptedVisitor(): ScriptedVisitor {
  const visitor: ScriptedVisitor = {
    asked: [],
    reviewed: [],
    simulated: [],
    agrees: true,
    surface: 'window',
    approvals: options => ({
      ...createApprovals(options),
      async request(payload, { id, signal }) {
        const signer = options.signer(payload.chainId);
        if (!signer) throw frameError('NOT_CONNECTED');
        const asked = await prepareApproval({ ...options, id, payload, signer, signal }, options);
        const reviewed = (visitor.lowers && (await asked.lower?.(visitor.lowers))) ?? asked;
        const { review, prepared } = reviewed;
        const simulated = (await simulate(prepared.signings, options, signal)) ?? { warnings: [] };
        visitor.simulated.push(simulated);
        const context = contextOf(prepared.signings[0], options, options.reader, signal);
        visitor.reviewed.push(await addSimulation(review, simulated, context));
        await visitor.beforeDecision?.();
        const now = Date.now();
        const press = { armedAt: now, decidedAt: now };
        const outcome = { kind: 'approved', press, surface: visitor.surface } as const;
        if (!visitor.agrees || !isApproved(outcome, reviewed.review)) throw frameError('REJECTED');
        return signApproved(options, reviewed, press, visitor.surface, signal);
      },
      async consent(move, { id, signal }) {
        visitor.asked.push(move);
        if (!visitor.agrees) throw frameError('REJECTED');
        const account = options.signer(options.state.chainId)?.evm ?? '';
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
