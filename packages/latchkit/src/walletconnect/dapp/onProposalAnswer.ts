import { topicOf } from '../crypto/topicOf.js';
import { isCacao } from '../session/Cacao.js';
import { cleanMetadata } from '../session/Metadata.js';
import { refusedConnection } from '../session/Reason.js';
import { isKey, isPeer, type StoredSession } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';
import type { Answer } from './createLateAnswers.js';
import { type DappContext, endProposal, failed, listenForProposal, settled } from './DappContext.js';
import type { StoredProposal } from './StoredProposal.js';
import { sessionKeyOf } from './sessionKeyOf.js';

const { listOf, shape } = guards;

const isApproval = shape({ responderPublicKey: isKey });
const isSignedIn = shape({
  cacaos: listOf(isCacao, 50),
  responder: isPeer,
});

/** Handles a wallet's response to a proposal or to its sign-in request. Late ones are told so; those that match no proposal are ignored. */
export function onProposalAnswer(context: DappContext, answer: Answer): void {
  const proposal = context.proposals
    .all()
    .find(({ pairingTopic, publicKey, authenticationId, proposalId }) =>
      answer.id === authenticationId
        ? answer.topic === topicOf(publicKey) || answer.topic === pairingTopic
        : answer.id === proposalId && answer.topic === pairingTopic,
    );
  if (!proposal) context.late.receive(answer);
  // Another wallet that has the link declined: it has no say in the session of the one that approved.
  else if (answer.type === 'refusal' && proposal.responderPublicKey !== undefined) return;
  else if (answer.type === 'refusal') endProposal(context, proposal, refusedConnection(answer.reason), true);
  else if (answer.id === proposal.proposalId) onApproval(context, proposal, answer);
  else void onSignedIn(context, proposal, answer).catch(error => endProposal(context, proposal, error));
}

function onApproval(context: DappContext, proposal: StoredProposal, answer: Answer): void {
  const { result, relay } = answer as { readonly result?: unknown; readonly relay: string | undefined };
  if (!isApproval(result)) return;
  const { responderPublicKey } = result;
  // Only the first response counts: anyone who has the link could send another.
  if (proposal.responderPublicKey !== undefined) {
    context.late.refuse(proposal, { publicKey: responderPublicKey, relay, settles: true });
    return;
  }
  const sessionKey = sessionKeyOf(proposal.privateKey, responderPublicKey);
  if (sessionKey === undefined) return;
  const answered = { ...proposal, responderPublicKey, sessionKey, sessionTopic: topicOf(sessionKey), relay };
  context.proposals.set(proposal.pairingTopic, answered);
  listenForProposal(context, answered).catch(failed(context, answered));
}

async function onSignedIn(context: DappContext, proposal: StoredProposal, answer: Answer): Promise<void> {
  const { result, relay } = answer as { readonly result?: unknown; readonly relay: string | undefined };
  const { authPayload } = proposal;
  if (!isSignedIn(result) || !authPayload) return;
  const { cacaos, responder } = result;
  const { publicKey } = responder;
  // The envelope's key must be the one that the session will use.
  if (answer.senderPublicKey !== publicKey) return;
  // Loaded only for sign-in; a page with an EVM wallet library already has most of it.
  const { readAuths } = await import('./readAuths.js');
  const { problem: details, namespaces } = readAuths(cacaos, authPayload);
  const sessionKey = sessionKeyOf(proposal.privateKey, publicKey);
  // Another wallet may have answered, also while this was loading.
  const now = context.proposals.get(proposal.pairingTopic);
  if (!now) return context.late.receive(answer);
  if (now.responderPublicKey !== undefined || details !== undefined) {
    // The wallet has already created a session from what it signed.
    context.late.refuse(now, { publicKey, relay, settles: false });
  }
  if (now.responderPublicKey !== undefined) return;
  if (details !== undefined) {
    throw walletConnectError('WC_INVALID_AUTHENTICATION', { details });
  }
  if (sessionKey === undefined) return;
  if (!namespaces)
    throw walletConnectError('WC_INVALID_NAMESPACES', { details: 'The wallet signed, and granted nothing.' });
  const session: StoredSession = {
    topic: topicOf(sessionKey),
    symKey: sessionKey,
    expiry: Math.floor(Date.now() / 1_000) + walletConnectTimes.sevenDays,
    acknowledged: true,
    controller: publicKey,
    self: { publicKey: proposal.publicKey, metadata: context.core.metadata },
    peer: { publicKey, metadata: cleanMetadata(responder.metadata) },
    namespaces,
    requiredNamespaces: proposal.requiredNamespaces,
    optionalNamespaces: proposal.optionalNamespaces,
    pairingTopic: proposal.pairingTopic,
    auths: cacaos,
    updateId: 0,
    handled: [],
    relay,
  };
  settled(context, proposal, session);
}
