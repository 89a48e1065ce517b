import { isUnknownMethod } from './createOutbox.js';
import type { Relay } from './createRelay.js';
import type { Seen } from './createSeen.js';

/** A proposal, as relays take it in one call. */
export interface ProposalCall {
  readonly pairingTopic: string;
  readonly sessionProposal: string;
  readonly ttl: number;
  readonly correlationId: number;
}

/** An approval, as relays take it in one call. */
export interface ApprovalCall {
  readonly sessionTopic: string;
  readonly pairingTopic: string;
  readonly sessionProposalResponse: string;
  readonly sessionSettlementRequest: string;
  readonly ttl: number;
  readonly correlationId: number;
}

/** A session's two steps, each in one call to the relay where it knows that, or in its parts. */
export interface SettlementCalls {
  /** `wc_proposeSession`, or its parts where the relay does not know it. */
  proposeSession(call: ProposalCall): Promise<void>;
  /** `wc_approveSession`, or its parts where the relay does not know it. */
  approveSession(call: ApprovalCall): Promise<void>;
}

export interface SettlementParts extends Pick<Relay, 'subscribe' | 'publish'> {
  call(method: string, params: unknown): Promise<void>;
  /** The relay may give a client its own messages back. */
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

/** Says the same in another way to a relay that does not know the method. */
const orElse = (inParts: () => Promise<void>) => (error: unknown) => {
  if (!isUnknownMethod(error)) throw error;
  return inParts();
};
