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
import { endPairing, type WalletContext } from './WalletContext.js';

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
  const holding = namespaces && context.core.sessions.hold(session);
  const result = { cacaos: auths, responder: session.self };
  const { answerTag } = METHODS.wc_sessionAuthenticate;
  await Promise.all([holding, answer(context, session, { id, jsonrpc: '2.0', result }, answerTag)]);
  end(context, request);
  return namespaces && publicSession(session);
}

/** Refuses a sign-in request. @throws WC_NO_MATCHING_KEY */
export async function rejectAuthentication(context: WalletContext, id: number, error: Reason): Promise<void> {
  const request = requestOf(context, id);
  const once = sessionFor(context, request, { namespaces: {} });
  const { answerTag, refusalTag = answerTag } = METHODS.wc_sessionAuthenticate;
  await answer(context, once, { id, jsonrpc: '2.0', error }, refusalTag);
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
function answer({ core }: WalletContext, session: StoredSession, body: object, tag: number): Promise<void> {
  const { peer, self, symKey, relay } = session;
  const sealed = sealEnvelope(symKey, JSON.stringify(body), { senderPublicKey: self.publicKey });
  const { ttl } = METHODS.wc_sessionAuthenticate;
  // The page's session lives on the relay over which this arrives.
  return core.relay.publish(topicOf(peer.publicKey), sealed, { ttl, tag }, { name: relay });
}

function end(context: WalletContext, { id, pairingTopic }: AuthenticationRequest): void {
  context.authentications.delete(`${id}`);
  endPairing(context, pairingTopic);
}
