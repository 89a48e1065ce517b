import type { PeerCall } from '../session/createSignCore.js';
import { cleanMetadata } from '../session/Metadata.js';
import { isSessionNamespaces } from '../session/Namespaces.js';
import { approvedChains, fulfils } from '../session/namespaceReads.js';
import { withCurrentIds } from '../session/olderChainIds.js';
import { REASONS } from '../session/Reason.js';
import { isPeer } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';
import { type Guarded, guards } from '../wire/guards.js';
import { type DappContext, endProposal, settled } from './DappContext.js';
import type { StoredProposal } from './StoredProposal.js';

const { anything, integer, recordOf, shape } = guards;

const isSettlement = shape(
  {
    controller: isPeer,
    namespaces: isSessionNamespaces,
    expiry: integer,
  },
  { sessionProperties: recordOf(anything), scopedProperties: recordOf(anything) },
);

/** Handles wc_sessionSettle: the wallet sends what it approved, and the session begins. */
export function onSettle(context: DappContext, call: PeerCall): void {
  const { core, proposals } = context;
  const proposal = proposals.all().find(({ sessionTopic }) => sessionTopic === call.topic);
  if (!proposal?.sessionKey) {
    context.late.settle(call);
    return;
  }
  const { params } = call;
  const namespaces = isSettlement(params) ? withCurrentIds(params.namespaces) : {};
  const problem = isSettlement(params)
    ? problemOf({ ...params, namespaces }, proposal)
    : 'The settlement is malformed.';
  if (problem !== undefined || !isSettlement(params)) {
    core.refuse('wc_sessionSettle', call, REASONS.settlementFailed);
    endProposal(context, proposal, walletConnectError('WC_INVALID_NAMESPACES', { details: problem }), true);
    return;
  }
  core.accept('wc_sessionSettle', call);
  const { sessionProperties, scopedProperties } = params;
  settled(context, proposal, {
    topic: call.topic,
    symKey: proposal.sessionKey,
    expiry: params.expiry,
    acknowledged: true,
    controller: params.controller.publicKey,
    self: { publicKey: proposal.publicKey, metadata: core.metadata },
    peer: { publicKey: params.controller.publicKey, metadata: cleanMetadata(params.controller.metadata) },
    namespaces,
    approvedIds: approvedChains(params.namespaces),
    requiredNamespaces: proposal.requiredNamespaces,
    optionalNamespaces: proposal.optionalNamespaces,
    ...(sessionProperties && { sessionProperties }),
    ...(scopedProperties && { scopedProperties }),
    pairingTopic: proposal.pairingTopic,
    updateId: 0,
    handled: [call.id],
    relay: proposal.relay,
  });
}

function problemOf(
  { namespaces, controller }: Guarded<typeof isSettlement>,
  { requiredNamespaces, responderPublicKey }: StoredProposal,
): string | undefined {
  if (Object.keys(namespaces).length === 0) return 'Nothing was approved.';
  if (controller.publicKey !== responderPublicKey) return 'Another wallet than the one that answered.';
  return fulfils(namespaces, requiredNamespaces) ? undefined : 'Not all that is required was approved.';
}
