import { topicOf } from '../crypto/topicOf.js';
import type { SignCore } from '../session/createSignCore.js';
import { publicSession, type Session, type StoredSession } from '../session/Session.js';
import type { DappEvents } from '../session/SignEvents.js';
import type { Collection } from '../storage/createCollection.js';
import { walletConnectError } from '../walletConnectError.js';
import type { LateAnswers } from './createLateAnswers.js';
import type { StoredProposal } from './StoredProposal.js';

/** Settles the promise of a pending proposal. */
export interface Waiter {
  resolve(session: Session): void;
  reject(error: unknown): void;
}

/** Shared state of the page's client. */
export interface DappContext {
  readonly core: SignCore<DappEvents>;
  readonly proposals: Collection<StoredProposal>;
  /** By pairing topic. */
  readonly waiters: Map<string, Waiter>;
  /** What arrives for proposals that have ended. */
  readonly late: LateAnswers;
}

/** The topics on which wallets answer a proposal. */
export function answerTopics(proposal: StoredProposal): readonly string[] {
  const { pairingTopic, authenticationId, publicKey } = proposal;
  return authenticationId === undefined ? [pairingTopic] : [pairingTopic, topicOf(publicKey)];
}

/** Subscribes to the topics on which wallets answer a proposal. */
export async function listenForAnswers(
  { core }: DappContext,
  { pairingTopic, symKey, publicKey, privateKey, authenticationId }: StoredProposal,
): Promise<void> {
  const listening = [core.channel.listen(pairingTopic, { symKey })];
  if (authenticationId !== undefined) listening.push(core.channel.listen(topicOf(publicKey), { privateKey }));
  await Promise.all(listening);
}

/** Subscribes to every topic on which a proposal may be answered, now or after a reload. */
export function listenForProposal(context: DappContext, proposal: StoredProposal): Promise<unknown> {
  const { core } = context;
  const { pairingTopic, sessionTopic, sessionKey, relay } = proposal;
  core.deadlines.set(pairingTopic, proposal.expiry, () =>
    endProposal(context, proposal, walletConnectError('WC_PROPOSAL_EXPIRED')),
  );
  const listening = [listenForAnswers(context, proposal)];
  if (sessionTopic && sessionKey) {
    listening.push(core.channel.listen(sessionTopic, { symKey: sessionKey }, { name: relay }));
  }
  return Promise.all(listening);
}

/**
 * Removes a proposal. Without an error it was settled, and its session's topic stays subscribed.
 *
 * @param isAnswered - A wallet answered it: another one that has the link may still do so, and is told.
 */
export function endProposal(
  context: DappContext,
  proposal: StoredProposal,
  error?: unknown,
  isAnswered = error === undefined,
): void {
  const { core, proposals, waiters } = context;
  const { pairingTopic } = proposal;
  const known = proposals.get(pairingTopic) ?? proposal;
  proposals.delete(pairingTopic);
  core.deadlines.clear(pairingTopic);
  if (isAnswered) followAnswered(context, known);
  else forgetPairing(context, known, error ?? walletConnectError('WC_SESSION_ENDED'));
  if (error === undefined) return;
  if (known.sessionTopic) core.channel.forget(known.sessionTopic, error);
  // It approved before this page gave up, and believes that it has a session.
  if (known.responderPublicKey && !isAnswered) {
    const wallet = { publicKey: known.responderPublicKey, relay: known.relay, settles: true };
    context.late.refuse({ ...known, sessionTopic: undefined }, wallet);
  }
  waiters.get(pairingTopic)?.reject(error);
  waiters.delete(pairingTopic);
}

/** Goes on listening for other wallets that answer a proposal, to tell them. */
export function followAnswered(context: DappContext, proposal: StoredProposal): void {
  context.late.follow(proposal, () =>
    forgetPairing(context, proposal, walletConnectError('WC_SESSION_ENDED')),
  );
}

/** Unsubscribes from the topics on which a proposal is answered, on every relay. */
function forgetPairing({ core }: DappContext, proposal: StoredProposal, ended: unknown): void {
  for (const topic of answerTopics(proposal)) core.channel.forget(topic, ended);
}

/**
 * Returns a handler that ends a proposal which could not be sent or subscribed to. If the client was closed, the
 * proposal stays stored: the wallet may have received it and respond after a reload.
 */
export function failed(context: DappContext, proposal: StoredProposal) {
  return (error: unknown): void => {
    if (!context.core.signal.aborted) endProposal(context, proposal, error);
  };
}

/** Stores the session that a proposal led to, and emits it. */
export function settled(context: DappContext, proposal: StoredProposal, session: StoredSession): void {
  const waiter = context.waiters.get(proposal.pairingTopic);
  context.waiters.delete(proposal.pairingTopic);
  endProposal(context, proposal);
  context.core.sessions.hold(session).catch(() => {});
  const shown = publicSession(session);
  waiter?.resolve(shown);
  context.core.events.emit('session_connect', { session: shown });
}
