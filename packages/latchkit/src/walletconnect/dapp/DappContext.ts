import { topicOf } from '../crypto/topicOf.js';
import type { SignCore } from '../session/createSignCore.js';
import { publicSession, type Session, type StoredSession } from '../session/Session.js';
import type { DappEvents } from '../session/SignEvents.js';
import type { Collection } from '../storage/createCollection.js';
import { walletConnectError } from '../walletConnectError.js';
import type { StoredProposal } from './StoredProposal.js';

/** Who waits for a proposal to be answered. */
export interface Waiter {
  resolve(session: Session): void;
  reject(error: unknown): void;
}

/** What the page's side works with. */
export interface DappContext {
  readonly core: SignCore<DappEvents>;
  readonly proposals: Collection<StoredProposal>;
  /** By pairing topic. */
  readonly waiters: Map<string, Waiter>;
}

/** Listens for what may come of a proposal, now or after a reload. */
export function listenForProposal(context: DappContext, proposal: StoredProposal): Promise<unknown> {
  const { core } = context;
  const { pairingTopic, symKey, publicKey, privateKey, authenticationId, sessionTopic, sessionKey } =
    proposal;
  core.deadlines.set(pairingTopic, proposal.expiry, () =>
    endProposal(context, proposal, walletConnectError('WC_PROPOSAL_EXPIRED')),
  );
  const listening = [core.channel.listen(pairingTopic, { symKey })];
  if (authenticationId !== undefined) listening.push(core.channel.listen(topicOf(publicKey), { privateKey }));
  if (sessionTopic && sessionKey) listening.push(core.channel.listen(sessionTopic, { symKey: sessionKey }));
  return Promise.all(listening);
}

/** Forgets a proposal. Without an error it was settled, and its session's topic is kept. */
export function endProposal(
  { core, proposals, waiters }: DappContext,
  proposal: StoredProposal,
  error?: unknown,
): void {
  const { pairingTopic } = proposal;
  const known = proposals.get(pairingTopic) ?? proposal;
  proposals.delete(pairingTopic);
  core.deadlines.clear(pairingTopic);
  const ended = error ?? walletConnectError('WC_SESSION_ENDED');
  core.channel.forget(pairingTopic, ended);
  if (known.authenticationId !== undefined) core.channel.forget(topicOf(known.publicKey), ended);
  if (error === undefined) return;
  if (known.sessionTopic) core.channel.forget(known.sessionTopic, error);
  waiters.get(pairingTopic)?.reject(error);
  waiters.delete(pairingTopic);
}

/**
 * Makes what ends a proposal that could not be sent or listened to. A client that is closed leaves it stored: the wallet may
 * have it, and answer when the page is back.
 */
export function failed(context: DappContext, proposal: StoredProposal) {
  return (error: unknown): void => {
    if (!context.core.signal.aborted) endProposal(context, proposal, error);
  };
}

/** A proposal became a session: keeps it and tells everybody. */
export function settled(context: DappContext, proposal: StoredProposal, session: StoredSession): void {
  const waiter = context.waiters.get(proposal.pairingTopic);
  context.waiters.delete(proposal.pairingTopic);
  endProposal(context, proposal);
  context.core.sessions.hold(session).catch(() => {});
  const shown = publicSession(session);
  waiter?.resolve(shown);
  context.core.events.emit('session_connect', { session: shown });
}
