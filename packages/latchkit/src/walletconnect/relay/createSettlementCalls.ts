import { isUnknownMethod } from './createOutbox.js';
import type { Relay } from './createRelay.js';
import type { Seen } from './createSeen.js';

/** A proposal in the form of the relay's single call. */
export interface ProposalCall {
  readonly pairingTopic: string;
  readonly sessionProposal: string;
  readonly ttl: number;
  readonly correlationId: number;
}

/** An approval in the form of the relay's single call. */
export interface ApprovalCall {
  readonly sessionTopic: string;
  readonly pairingTopic: string;
  readonly sessionProposalResponse: string;
  readonly sessionSettlementRequest: string;
  readonly ttl: number;
  readonly correlationId: number;
}

/** Sends proposals and approvals as a single relay call each, or in parts if the relay doesn't support that. */
export interface SettlementCalls {
  /** `wc_proposeSession`, or its parts if the relay does not support it. */
  proposeSession(call: ProposalCall): Promise<void>;
  /** `wc_approveSession`, or its parts if the relay does not support it. */
  approveSession(call: ApprovalCall): Promise<void>;
}

export interface SettlementParts extends Pick<Relay, 'subscribe' | 'publish'> {
  call(method: string, params: unknown): Promise<void>;
  /** Marks own messages as seen, because the relay may deliver them back. */
  readonly note: Seen['note'];
}

export function createSettlementCalls({ subscribe, publish, call, note }: SettlementParts): SettlementCalls {
  return {
    async proposeSession({ pairingTopic, sessionProposal, ttl, correlationId }) {
      note(pairingTopic, sessionProposal);
      const params = { pairingTopic, sessionProposal, ttl, correlationId };
      const inParts = () => publish(pairingTopic, sessionProposal, { ttl, tag: 1100, prompt: true });
      await Promise.all([subscribe(pairingTopic), call('wc_proposeSession', params).catch(orElse(inParts))]);
    },
    async approveSession(approval) {
      const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = approval;
      note(pairingTopic, sessionProposalResponse);
      note(sessionTopic, sessionSettlementRequest);
      const inParts = async () => {
        await publish(sessionTopic, sessionSettlementRequest, { ttl, tag: 1102 });
        await publish(pairingTopic, sessionProposalResponse, { ttl, tag: 1101 });
      };
      await Promise.all([
        subscribe(sessionTopic),
        call('wc_approveSession', approval).catch(orElse(inParts)),
      ]);
    },
  };
}

/** Falls back to sending in parts if the relay does not support the method. */
const orElse = (inParts: () => Promise<void>) => (error: unknown) => {
  if (!isUnknownMethod(error)) throw error;
  return inParts();
};
