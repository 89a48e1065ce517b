import { isAuthPayload } from '../session/Cacao.js';
import type { SignCore } from '../session/createSignCore.js';
import { isRawMetadata } from '../session/Metadata.js';
import { isProposalNamespaces } from '../session/Namespaces.js';
import { REASONS } from '../session/Reason.js';
import { isKey, publicSession, type StoredSession } from '../session/Session.js';
import type {
  AuthenticationRequest,
  SessionProposal,
  SessionRequest,
  WalletEvents,
} from '../session/SignEvents.js';
import { tellDelete } from '../session/tellDelete.js';
import type { Collection } from '../storage/createCollection.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';

const { anything, integer, listOf, recordOf, shape, text } = guards;

/** A pairing that the wallet scanned. */
export interface StoredPairing {
  readonly topic: string;
  readonly symKey: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly methods: readonly string[];
}

/** Shared state of the wallet's client. */
export interface WalletContext {
  readonly core: SignCore<WalletEvents>;
  readonly pairings: Collection<StoredPairing>;
  readonly proposals: Collection<SessionProposal>;
  readonly authentications: Collection<AuthenticationRequest>;
  readonly requests: Collection<SessionRequest>;
}

const participant = shape({ publicKey: isKey, metadata: isRawMetadata });
const pairing = shape({ topic: isKey, symKey: isKey, expiry: integer, methods: listOf(text(64), 20) });
const proposal = shape(
  {
    ...{ id: integer, pairingTopic: isKey, proposer: participant, expiry: integer },
    ...{ requiredNamespaces: isProposalNamespaces, optionalNamespaces: isProposalNamespaces },
  },
  { sessionProperties: recordOf(anything), scopedProperties: recordOf(anything), relay: text() },
);
const authentication = shape(
  { id: integer, pairingTopic: isKey, requester: participant, authPayload: isAuthPayload, expiry: integer },
  { relay: text() },
);
const request = shape({
  ...{ topic: isKey, id: integer, chainId: text(72), expiry: integer },
  request: shape({ method: text(128), params: anything }),
});

/** Creates the context of a wallet. */
export function createWalletContext(core: SignCore<WalletEvents>): WalletContext {
  return {
    core,
    pairings: core.collection('pairings', (value): value is StoredPairing => pairing(value)),
    proposals: core.collection('wallet-proposals', (value): value is SessionProposal => proposal(value)),
    authentications: core.collection('wallet-authentications', (value): value is AuthenticationRequest =>
      authentication(value),
    ),
    requests: core.collection('wallet-requests', (value): value is SessionRequest => request(value)),
  };
}

/** Listens to a pairing until it expires. */
export function listenToPairing(
  context: WalletContext,
  { topic, symKey, expiry }: StoredPairing,
): Promise<void> {
  context.core.deadlines.set(topic, expiry, () => endPairing(context, topic));
  return context.core.channel.listen(topic, { symKey });
}

/** Removes a pairing and the proposals that arrived over it. */
export function endPairing({ core, ...context }: WalletContext, topic: string): void {
  context.pairings.delete(topic);
  core.deadlines.clear(topic);
  core.channel.forget(topic, walletConnectError('WC_PAIRING_EXPIRED'));
  for (const collection of [context.proposals, context.authentications]) {
    for (const { id, pairingTopic } of collection.all()) {
      if (pairingTopic === topic && collection.delete(`${id}`)) core.events.emit('proposal_expire', { id });
    }
  }
}

/** The page has the session: it confirmed it, or uses it. */
export function acknowledge(context: WalletContext, topic: string): void {
  const { core, pairings, proposals } = context;
  const session = core.sessions.all().find(one => one.topic === topic);
  if (!session || session.acknowledged) return;
  core.sessions.change(topic, { acknowledged: true });
  core.deadlines.clear(`settle-${topic}`);
  // The wallet was reloaded while it approved.
  for (const { id, pairingTopic } of proposals.all()) {
    if (pairingTopic === session.pairingTopic) proposals.delete(`${id}`);
  }
  if (pairings.get(session.pairingTopic)) endPairing(context, session.pairingTopic);
}

/** Ends a session, on both sides, that the page does not confirm. */
export function endUnsettled({ core }: WalletContext, topic: string): StoredSession | undefined {
  if (core.channel.knows(topic)) tellDelete(core, topic, REASONS.settlementFailed).catch(() => {});
  return core.sessions.drop(topic, REASONS.settlementFailed);
}

/** After a reload: ends a session that the page did not confirm in time. */
export function watchSettlement(context: WalletContext, session: StoredSession): void {
  const { topic, acknowledged, expiry } = session;
  if (acknowledged) return;
  const { events, deadlines, sessions } = context.core;
  const { fiveMinutes, sevenDays } = walletConnectTimes;
  // The time to approve, and then the page's.
  deadlines.set(`settle-${topic}`, expiry - sevenDays + 2 * fiveMinutes, () => {
    if (sessions.all().find(one => one.topic === topic)?.acknowledged !== false) return;
    const ended = endUnsettled(context, topic);
    if (ended)
      events.emit('session_delete', { session: publicSession(ended), reason: REASONS.settlementFailed });
  });
}

/** Refuses a request, including one from before a reload, if it is not answered in time. */
export function watchRequest({ core, requests }: WalletContext, { topic, id, expiry }: SessionRequest): void {
  core.deadlines.set(`request-${id}`, expiry, () => {
    if (!requests.delete(`${id}`)) return;
    core.refuse('wc_sessionRequest', { topic, id, params: undefined }, REASONS.requestExpired);
    core.events.emit('session_request_expire', { id });
  });
}
