import { deriveSymKey } from '../crypto/deriveSymKey.js';
import { topicOf } from '../crypto/topicOf.js';
import { isCacao } from '../session/Cacao.js';
import type { Incoming } from '../session/createChannel.js';
import { cleanMetadata, isRawMetadata } from '../session/Metadata.js';
import { REASONS, refusedConnection } from '../session/Reason.js';
import { isKey, type StoredSession } from '../session/Session.js';
import { tellDelete } from '../session/tellDelete.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';
import { type DappContext, endProposal, failed, listenForProposal, settled } from './DappContext.js';
import type { StoredProposal } from './StoredProposal.js';

const { listOf, shape } = guards;

const isApproval = shape({ responderPublicKey: isKey });
const isSignedIn = shape({
  cacaos: listOf(isCacao, 50),
  responder: shape({ publicKey: isKey, metadata: isRawMetadata }),
});

type Answer = Exclude<Incoming, { type: 'call' }>;

/** A wallet answered a proposal, or the sign-in that went with it. What fits no proposal is ignored. */
export function onProposalAnswer(context: DappContext, answer: Answer): void {
  const proposal = context.proposals
    .all()
    .find(({ pairingTopic, publicKey, authenticationId, proposalId }) =>
      answer.id === authenticationId
        ? answer.topic === topicOf(publicKey) || answer.topic === pairingTopic
        : answer.id === proposalId && answer.topic === pairingTopic,
    );
  if (!proposal) return;
  if (answer.type === 'refusal') endProposal(context, proposal, refusedConnection(answer.reason));
  else if (answer.id === proposal.proposalId) onApproval(context, proposal, answer.result);
  else void onSignedIn(context, proposal, answer).catch(error => endProposal(context, proposal, error));
}

function onApproval(context: DappContext, proposal: StoredProposal, result: unknown): void {
  // The first answer counts: who knows the link may send more.
  if (!isApproval(result) || proposal.responderPublicKey !== undefined) return;
  const { responderPublicKey } = result;
  const sessionKey = derived(proposal.privateKey, responderPublicKey);
  if (sessionKey === undefined) return;
  const answered = { ...proposal, responderPublicKey, sessionKey, sessionTopic: topicOf(sessionKey) };
  context.proposals.set(proposal.pairingTopic, answered);
  listenForProposal(context, answered).catch(failed(context, answered));
}

async function onSignedIn(context: DappContext, proposal: StoredProposal, answer: Answer): Promise<void> {
  const { result } = answer as { result?: unknown };
  const { authPayload } = proposal;
  if (!isSignedIn(result) || !authPayload || proposal.responderPublicKey !== undefined) return;
  const { cacaos, responder } = result;
  // The key that the envelope was sealed with is the one that the session gets.
  if (answer.senderPublicKey !== responder.publicKey) return;
  // Loaded by those only that sign in so; a page with an EVM wallet library has most of it already.
  const { readAuths } = await import('./readAuths.js');
  const { problem: details, namespaces } = readAuths(cacaos, authPayload);
  const sessionKey = derived(proposal.privateKey, responder.publicKey);
  if (!context.proposals.get(proposal.pairingTopic)) return;
  if (details !== undefined) {
    if (sessionKey !== undefined) leave(context, sessionKey);
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
    controller: responder.publicKey,
    self: { publicKey: proposal.publicKey, metadata: context.core.metadata },
    peer: { publicKey: responder.publicKey, metadata: cleanMetadata(responder.metadata) },
    namespaces,
    requiredNamespaces: proposal.requiredNamespaces,
    optionalNamespaces: proposal.optionalNamespaces,
    pairingTopic: proposal.pairingTopic,
    auths: cacaos,
    updateId: 0,
    handled: [],
  };
  settled(context, proposal, session);
}

/** The wallet has made a session of what it signed: it hears that the page takes none. */
function leave({ core }: DappContext, symKey: string): void {
  const topic = topicOf(symKey);
  core.channel.listen(topic, { symKey }).catch(() => {});
  tellDelete(core, topic, REASONS.settlementFailed).catch(() => {});
  core.channel.forget(topic, walletConnectError('WC_SESSION_ENDED'));
}

/** A hostile key makes no shared one. */
function derived(privateKey: string, publicKey: string): string | undefined {
  try {
    return deriveSymKey(privateKey, publicKey);
  } catch {
    return undefined;
  }
}
