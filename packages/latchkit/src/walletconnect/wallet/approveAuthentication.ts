import { sealEnvelope } from '../crypto/sealEnvelope.js';
import { topicOf } from '../crypto/topicOf.js';
import { type Cacao, isCacao } from '../session/Cacao.js';
import { noMatchingKey } from '../session/createChannel.js';
import { METHODS } from '../session/methods.js';
import type { Reason } from '../session/Reason.js';
import { publicSession, type Session, type StoredSession } from '../session/Session.js';
import type { AuthenticationRequest } from '../session/SignEvents.js';
import { sessionOfAuth } from '../session/sessionOfAuth.js';
import { walletConnectError } from '../walletConnectError.js';
import { createWalletSession } from './createWalletSession.js';
import { endPairing, endUnsettled, type WalletContext } from './WalletContext.js';

/**
 * Responds to a sign-in request with signed messages, and creates a session if they grant one. @throws
 * WC_NO_MATCHING_KEY
 */
export async function approveAuthentication(
  context: WalletContext,
  id: number,
  auths: readonly Cacao[],
): Promise<Session | undefined> {
  const request = requestOf(context, id);
  if (!auths.every(isCacao) || auths.length === 0) throw walletConnectError('WC_INVALID_AUTHENTICATION');
  const namespaces = sessionOfAuth(auths, request.authPayload);
  const session = sessionFor(context, request, { namespaces: namespaces ?? {}, auths, acknowledged: true });
  if (namespaces) context.core.sessions.hold(session).catch(() => {});
  const result = { cacaos: auths, responder: session.self };
  const { answerTag } = METHODS.wc_sessionAuthenticate;
  try {
    await answer(context, session, request, { result }, answerTag);
  } catch (error) {
    if (!context.core.signal.aborted) endUnsettled(context, session.topic);
    throw error;
  }
  end(context, request);
  return namespaces && publicSession(session);
}

/** Refuses a sign-in request. @throws WC_NO_MATCHING_KEY */
export async function rejectAuthentication(context: WalletContext, id: number, error: Reason): Promise<void> {
  const request = requestOf(context, id);
  const once = sessionFor(context, request, { namespaces: {} });
  const { answerTag, refusalTag = answerTag } = METHODS.wc_sessionAuthenticate;
  await answer(context, once, request, { error }, refusalTag);
  end(context, request);
}

function requestOf({ authentications }: WalletContext, id: number): AuthenticationRequest {
  const request = authentications.get(`${id}`);
  if (!request) throw noMatchingKey(`${id}`);
  return request;
}

function sessionFor(
  { core }: WalletContext,
  { requester, pairingTopic, relay }: AuthenticationRequest,
  contents: Partial<StoredSession> & Pick<StoredSession, 'namespaces'>,
): StoredSession {
  const nothing = { requiredNamespaces: {}, optionalNamespaces: {} };
  return createWalletSession(core.metadata, requester, { ...nothing, pairingTopic, relay, ...contents });
}

/** Seals a response with the page's key and sends it on a topic to which only that page listens. */
function answer(
  { core }: WalletContext,
  { peer, self, symKey, relay }: StoredSession,
  { id, expiry }: AuthenticationRequest,
  body: object,
  tag: number,
): Promise<void> {
  const text = JSON.stringify({ id, jsonrpc: '2.0', ...body });
  const message = sealEnvelope(symKey, text, { senderPublicKey: self.publicKey });
  const { ttl } = METHODS.wc_sessionAuthenticate;
  const delivery = { topic: topicOf(peer.publicKey), message, ttl, tag, until: expiry };
  // The page's session lives on the relay over which this arrives.
  return core.deliveries.send(delivery, { name: relay });
}

function end(context: WalletContext, { id, pairingTopic }: AuthenticationRequest): void {
  context.authentications.delete(`${id}`);
  endPairing(context, pairingTopic);
}
