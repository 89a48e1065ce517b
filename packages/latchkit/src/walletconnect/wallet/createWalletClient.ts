import type { Cacao } from '../session/Cacao.js';
import { noMatchingKey } from '../session/createChannel.js';
import { createSignClient } from '../session/createSignClient.js';
import { createSignCore } from '../session/createSignCore.js';
import { METHODS } from '../session/methods.js';
import { isSessionNamespaces, type SessionNamespaces } from '../session/Namespaces.js';
import { REASONS, type Reason } from '../session/Reason.js';
import type { Session } from '../session/Session.js';
import type { SignClient } from '../session/SignClient.js';
import type {
  AuthenticationRequest,
  SessionProposal,
  SessionRequest,
  WalletEvents,
} from '../session/SignEvents.js';
import type { SignOptions } from '../session/SignOptions.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { type Approval, type ApprovedSession, approve, reject } from './approve.js';
import { approveAuthentication, rejectAuthentication } from './approveAuthentication.js';
import { onPageCall } from './onPageCall.js';
import { pair } from './pair.js';
import {
  acknowledge,
  createWalletContext,
  endPairing,
  listenToPairing,
  type WalletContext,
  watchRequest,
  watchSettlement,
} from './WalletContext.js';

/** A wallet's response to a request. */
export type RequestAnswer = { readonly result: unknown } | { readonly error: Reason };

/** The wallet's client for WalletConnect v2. */
export interface WalletClient extends SignClient<WalletEvents> {
  /** Follows a pairing link; the page's request arrives as an event. @throws WC_INVALID_URI; WC_PAIRING_EXPIRED */
  pair(uri: string): Promise<void>;
  /** Pending proposals. */
  proposals(): readonly SessionProposal[];
  /** @throws WC_NO_MATCHING_KEY; WC_INVALID_NAMESPACES */
  approve(approval: Approval): Promise<ApprovedSession>;
  reject(id: number, reason?: Reason): Promise<void>;
  /** Pending sign-in requests. */
  authentications(): readonly AuthenticationRequest[];
  /** Approves a sign-in request; creates a session if the signed recaps grant one, else returns undefined. */
  approveAuthentication(id: number, auths: readonly Cacao[]): Promise<Session | undefined>;
  rejectAuthentication(id: number, reason?: Reason): Promise<void>;
  /** Pending requests, oldest first. */
  requests(): readonly SessionRequest[];
  /**
   * Responds to a request. Resolves when the relay has the response; until then, it is kept for as long as the request is valid, also
   * over a reload. @throws WC_NO_MATCHING_KEY it was answered before or has expired.
   */
  respond(id: number, answer: RequestAnswer): Promise<void>;
  /** Sends the page an event, such as `accountsChanged`. Resolves when the relay has it: pages need not respond. */
  emit(
    topic: string,
    chainId: string,
    event: { readonly name: string; readonly data: unknown },
  ): Promise<void>;
  /** Changes what is approved. Resolves when the page has accepted it. */
  update(topic: string, namespaces: SessionNamespaces): Promise<void>;
  /** Extends the session to 7 days from now. Resolves when the page has accepted it. */
  extend(topic: string): Promise<void>;
}

/** Creates a wallet's client. It opens no connection until it pairs or restores stored sessions. */
export function createWalletClient(options: SignOptions): WalletClient {
  const core = createSignCore<WalletEvents>(options, () => ({
    calls: {
      wc_sessionPropose: call => onPageCall.proposal(context, call),
      wc_sessionAuthenticate: call => onPageCall.authentication(context, call),
      wc_sessionRequest: call => onPageCall.request(context, call),
      wc_pairingDelete: ({ topic }) => endPairing(context, topic),
    },
    // A response for which nobody waits: the wallet was reloaded before the page confirmed the session.
    onAnswer({ type, topic }) {
      if (type === 'answer') acknowledge(context, topic);
    },
    onEnd: ({ topic }) => forgetRequests(context, topic),
  }));
  const context = createWalletContext(core);
  const client = createSignClient(core);
  return {
    ...client,
    restore() {
      client.restore();
      for (const pairing of context.pairings.all()) listenToPairing(context, pairing).catch(() => {});
      for (const request of context.requests.all()) watchRequest(context, request);
      for (const session of core.sessions.all()) watchSettlement(context, session);
    },
    pair: uri => pair(context, uri),
    proposals: context.proposals.all,
    approve: approval => approve(context, approval),
    reject: (id, reason = REASONS.userRejected) => reject(context, id, reason),
    authentications: context.authentications.all,
    approveAuthentication: (id, auths) => approveAuthentication(context, id, auths),
    rejectAuthentication: (id, reason = REASONS.userRejected) => rejectAuthentication(context, id, reason),
    requests: context.requests.all,
    respond: (id, answer) => respond(context, id, answer),
    emit: (topic, chainId, event) => emit(context, topic, { event, chainId }),
    update: (topic, namespaces) => update(context, topic, namespaces),
    async extend(topic) {
      const { expiry: before } = core.sessions.get(topic);
      const expiry = Math.floor(Date.now() / 1_000) + walletConnectTimes.sevenDays;
      core.sessions.change(topic, { expiry });
      try {
        await core.channel.call(topic, 'wc_sessionExtend', {});
      } catch (error) {
        core.sessions.change(topic, { expiry: before });
        throw error;
      }
    },
  };
}

async function emit({ core }: WalletContext, topic: string, params: object): Promise<void> {
  core.sessions.get(topic);
  await core.channel.tell(topic, 'wc_sessionEvent', params, METHODS.wc_sessionEvent.ttl);
}

async function update({ core }: WalletContext, topic: string, namespaces: SessionNamespaces): Promise<void> {
  if (!isSessionNamespaces(namespaces)) throw walletConnectError('WC_INVALID_NAMESPACES');
  const { namespaces: before } = core.sessions.get(topic);
  core.sessions.change(topic, { namespaces });
  try {
    await core.channel.call(topic, 'wc_sessionUpdate', { namespaces });
  } catch (error) {
    core.sessions.change(topic, { namespaces: before });
    throw error;
  }
}

async function respond({ core, requests }: WalletContext, id: number, answer: RequestAnswer): Promise<void> {
  const request = requests.get(`${id}`);
  if (!request || !requests.delete(`${id}`)) throw noMatchingKey(`${id}`);
  core.deadlines.clear(`request-${id}`);
  const { topic, expiry } = request;
  const method = 'wc_sessionRequest';
  if ('error' in answer) await core.channel.refuse(topic, method, id, answer.error, expiry);
  else await core.channel.answer(topic, method, id, answer.result ?? null, expiry);
}

function forgetRequests({ core, requests }: WalletContext, topic: string): void {
  for (const request of requests.all()) {
    if (request.topic !== topic || !requests.delete(`${request.id}`)) continue;
    core.deadlines.clear(`request-${request.id}`);
    core.events.emit('session_request_expire', { id: request.id });
  }
}
