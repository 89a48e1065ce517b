import { isAuthPayload } from '../session/Cacao.js';
import type { PeerCall } from '../session/createSignCore.js';
import { cleanMetadata } from '../session/Metadata.js';
import { isProposalNamespaces } from '../session/Namespaces.js';
import { approvedChains, namespaceOfChain } from '../session/namespaceReads.js';
import { REASONS } from '../session/Reason.js';
import { isPeer } from '../session/Session.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';
import { acknowledge, listenToPairing, type WalletContext, watchRequest } from './WalletContext.js';

const { anything, integer, recordOf, shape, text } = guards;

const isProposal = shape(
  { proposer: isPeer },
  {
    ...{ requiredNamespaces: isProposalNamespaces, optionalNamespaces: isProposalNamespaces },
    ...{
      sessionProperties: recordOf(anything),
      scopedProperties: recordOf(anything),
      expiryTimestamp: integer,
    },
  },
);
const isAuthentication = shape(
  { requester: isPeer, authPayload: isAuthPayload },
  { expiryTimestamp: integer },
);
const isRequest = shape({
  request: shape({ method: text(128) }, { params: anything, expiryTimestamp: integer }),
  chainId: text(72),
});

/**
 * Converts the page's expiry to the local clock. The page's clock may be minutes off; the result is never earlier than it
 * would be if the clocks agreed.
 */
function localExpiry(expiry: number | undefined): number {
  const now = Math.floor(Date.now() / 1_000);
  return Math.max(expiry ?? 0, now + walletConnectTimes.fiveMinutes);
}

/** Handlers for a page's requests to a wallet. */
export const onPageCall = {
  proposal(context: WalletContext, { topic, id, params, relay }: PeerCall): void {
    const { core, pairings, proposals } = context;
    const pairing = pairings.get(topic);
    if (!pairing || !isProposal(params) || proposals.get(`${id}`)) return;
    // It accompanies a sign-in request, for wallets that don't support that.
    const signsIn =
      pairing.methods.includes('wc_sessionAuthenticate') && core.events.has('session_authenticate');
    if (signsIn) return;
    const {
      proposer,
      requiredNamespaces = {},
      optionalNamespaces = {},
      sessionProperties,
      scopedProperties,
    } = params;
    const proposal = {
      ...{ id, pairingTopic: topic, requiredNamespaces, optionalNamespaces },
      proposer: { publicKey: proposer.publicKey, metadata: cleanMetadata(proposer.metadata) },
      ...(sessionProperties && { sessionProperties }),
      ...(scopedProperties && { scopedProperties }),
      expiry: localExpiry(params.expiryTimestamp),
      relay,
    };
    proposals.set(`${id}`, proposal);
    core.events.emit('session_proposal', proposal);
  },

  authentication(context: WalletContext, { topic, id, params, relay }: PeerCall): void {
    const { core, pairings, authentications } = context;
    const pairing = pairings.get(topic);
    if (!pairing || !isAuthentication(params) || authentications.get(`${id}`)) return;
    if (!core.events.has('session_authenticate')) return;
    const { requester, authPayload } = params;
    const expiry = localExpiry(params.expiryTimestamp);
    const authentication = {
      id,
      pairingTopic: topic,
      authPayload,
      expiry,
      relay,
      requester: { publicKey: requester.publicKey, metadata: cleanMetadata(requester.metadata) },
    };
    authentications.set(`${id}`, authentication);
    listenToPairing(context, { ...pairing, expiry }).catch(() => {});
    core.events.emit('session_authenticate', authentication);
  },

  request(context: WalletContext, call: PeerCall): void {
    const { core, requests } = context;
    const { topic, id, params } = call;
    const session = core.sessions.all().find(one => one.topic === topic);
    if (!session || !isRequest(params)) return;
    acknowledge(context, topic);
    const { chainId, request } = params;
    const approved = namespaceOfChain(session.namespaces, chainId)?.methods.includes(request.method);
    if (!approvedChains(session.namespaces).includes(chainId) || !approved) {
      core.refuse('wc_sessionRequest', call, REASONS.unauthorizedMethod);
      return;
    }
    const expiry = localExpiry(request.expiryTimestamp);
    const { method, params: args = [] } = request;
    const pending = { topic, id, chainId, request: { method, params: args }, expiry };
    requests.set(`${id}`, pending);
    watchRequest(context, pending);
    core.events.emit('session_request', pending);
  },
} as const;
