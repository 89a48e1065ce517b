import { noMatchingKey } from '../session/createChannel.js';
import { untilExpiry } from '../session/createDeliveries.js';
import { METHODS } from '../session/methods.js';
import { isSessionNamespaces, type SessionNamespaces } from '../session/Namespaces.js';
import { fulfils } from '../session/namespaceReads.js';
import type { Reason } from '../session/Reason.js';
import { publicSession, type Session, type StoredSession } from '../session/Session.js';
import type { SessionProposal } from '../session/SignEvents.js';
import { walletConnectError } from '../walletConnectError.js';
import { createWalletSession } from './createWalletSession.js';
import { acknowledge, endPairing, endUnsettled, type WalletContext } from './WalletContext.js';

/** What a wallet approves of a proposal. */
export interface Approval {
  /** Id of the proposal. */
  readonly id: number;
  readonly namespaces: SessionNamespaces;
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
}

/** The session that an approval created. */
export interface ApprovedSession {
  readonly session: Session;
  /** Resolves when the page confirms the session. Rejects, and ends the session, if it refuses or does not respond. */
  readonly acknowledged: Promise<void>;
}

const RELAY = { protocol: 'irn' } as const;

/** Approves a proposal. @throws WC_NO_MATCHING_KEY; WC_INVALID_NAMESPACES; what the relay throws. */
export async function approve(context: WalletContext, approval: Approval): Promise<ApprovedSession> {
  const { core, proposals } = context;
  const proposal = proposals.get(`${approval.id}`);
  if (!proposal) throw noMatchingKey(`${approval.id}`);
  const { id, namespaces, sessionProperties, scopedProperties } = approval;
  if (!isSessionNamespaces(namespaces) || !fulfils(namespaces, proposal.requiredNamespaces)) {
    throw walletConnectError('WC_INVALID_NAMESPACES');
  }
  const { pairingTopic, requiredNamespaces, optionalNamespaces, relay } = proposal;
  const session = createWalletSession(core.metadata, proposal.proposer, {
    namespaces,
    pairingTopic,
    requiredNamespaces,
    optionalNamespaces,
    relay,
    ...(sessionProperties && { sessionProperties }),
    ...(scopedProperties && { scopedProperties }),
  });
  try {
    const { acknowledged } = await settle(context, proposal, session);
    proposals.delete(`${id}`);
    endPairing(context, pairingTopic);
    return { session: publicSession(session), acknowledged };
  } catch (error) {
    if (!core.signal.aborted) endUnsettled(context, session.topic);
    throw error;
  }
}

/** Sends the response and the settlement; resolves when the relay has stored both. Tries for as long as the proposal is valid. */
async function settle(context: WalletContext, proposal: SessionProposal, session: StoredSession) {
  const { core } = context;
  const { id, pairingTopic } = proposal;
  const { topic: sessionTopic, self, expiry, namespaces, sessionProperties, scopedProperties } = session;
  // `approveSession` waits for the subscription, too.
  core.sessions.hold(session).catch(() => {});
  const params = { relay: RELAY, controller: self, namespaces, sessionProperties, scopedProperties, expiry };
  const response = { id, jsonrpc: '2.0', result: { relay: RELAY, responderPublicKey: self.publicKey } };
  const sessionProposalResponse = core.channel.seal(pairingTopic, response);
  const { ttl } = METHODS.wc_sessionSettle;
  const left = Math.max(0, proposal.expiry - Math.floor(Date.now() / 1_000));
  const { message, answer } = core.channel.prepare(sessionTopic, 'wc_sessionSettle', params, {
    ttl: left + ttl,
  });
  const acknowledged = answer.then(
    () => acknowledge(context, sessionTopic),
    error => {
      if (!core.signal.aborted) endUnsettled(context, sessionTopic);
      throw error;
    },
  );
  // Avoid an unhandled rejection if the wallet ignores the promise.
  acknowledged.catch(() => {});
  const sealed = { sessionProposalResponse, sessionSettlementRequest: message };
  await untilExpiry(proposal.expiry, () =>
    core.relay.approveSession({ sessionTopic, pairingTopic, ...sealed, ttl, correlationId: id }),
  );
  return { acknowledged };
}

/** Refuses a proposal. @throws WC_NO_MATCHING_KEY; what the relay throws. */
export async function reject(context: WalletContext, id: number, reason: Reason): Promise<void> {
  const proposal = context.proposals.get(`${id}`);
  if (!proposal) throw noMatchingKey(`${id}`);
  await context.core.channel.refuse(proposal.pairingTopic, 'wc_sessionPropose', id, reason);
  context.proposals.delete(`${id}`);
  endPairing(context, proposal.pairingTopic);
}
