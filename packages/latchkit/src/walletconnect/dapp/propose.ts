import { createKeyPair } from '../crypto/createKeyPair.js';
import { randomHex } from '../crypto/randomHex.js';
import { topicOf } from '../crypto/topicOf.js';
import { makePairingUri } from '../pairing/pairingUri.js';
import { type AuthPayload, isAuthPayload } from '../session/Cacao.js';
import { METHODS } from '../session/methods.js';
import { isProposalNamespaces, type ProposalNamespaces } from '../session/Namespaces.js';
import { withOlderIds } from '../session/olderChainIds.js';
import { addRecap } from '../session/recap.js';
import type { Session } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { type DappContext, endProposal, failed, listenForProposal } from './DappContext.js';
import type { StoredProposal } from './StoredProposal.js';

/** What the wallet should sign when it connects; the client adds the remaining fields. */
export interface AuthenticationOptions extends Omit<AuthPayload, 'type' | 'version' | 'iat'> {
  /** ISO 8601. Default: now. */
  readonly iat?: string | undefined;
}

/** What to propose to a wallet. */
export interface ProposeOptions {
  /** Chains, methods and events that the session must have (CAIP-25). Wallets prefer this to be empty. */
  readonly requiredNamespaces?: ProposalNamespaces | undefined;
  readonly optionalNamespaces?: ProposalNamespaces | undefined;
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** Requests sign-in with the connection (CAIP-222). Wallets that don't support it are only asked to connect. */
  readonly authentication?: AuthenticationOptions | undefined;
  /** Cancels the proposal when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** A proposal that was sent. */
export interface Proposal {
  /** The URI for the QR code. */
  readonly uri: string;
  readonly pairingTopic: string;
  /** Seconds since 1970 at which the link must be renewed: 4 minutes from now. */
  readonly expiry: number;
  /**
   * The session. Rejects with CONNECTION_REJECTED, WC_PROPOSAL_EXPIRED, WC_PEER_REFUSED, WC_INVALID_NAMESPACES,
   * WC_INVALID_AUTHENTICATION, WC_RELAY_TIMEOUT, WC_RELAY_REFUSED or WC_CLOSED.
   */
  readonly approval: Promise<Session>;
}

/** Creates a link immediately and sends its proposal. @throws WC_INVALID_NAMESPACES; WC_CLOSED */
export function propose(context: DappContext, options: ProposeOptions): Proposal {
  const { core, proposals, waiters } = context;
  if (core.signal.aborted) throw walletConnectError('WC_CLOSED');
  const now = Math.floor(Date.now() / 1_000);
  const proposal = { ...createProposal(core.nextId, options, now), reached: core.relay.isReached };
  const { pairingTopic } = proposal;
  proposals.set(pairingTopic, proposal);
  const { signal } = options;
  const giveUp = (error: unknown) => endProposal(context, proposal, error);
  const onAbort = () => giveUp(signal?.reason);
  const approval = new Promise<Session>((resolve, reject) =>
    waiters.set(pairingTopic, { resolve, reject }),
  ).finally(() => signal?.removeEventListener('abort', onAbort));
  // Avoid an unhandled rejection if the caller ignores the promise.
  approval.catch(() => {});
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  else send(context, proposal).catch(failed(context, proposal));
  const expiry = now + walletConnectTimes.fourMinutes;
  const methods = proposal.authPayload ? ['wc_sessionAuthenticate'] : [];
  const uri = makePairingUri({ topic: pairingTopic, symKey: proposal.symKey, expiry, methods });
  return { uri, pairingTopic, expiry, approval };
}

function createProposal(nextId: () => number, options: ProposeOptions, now: number): StoredProposal {
  const { requiredNamespaces = {}, optionalNamespaces = {}, sessionProperties, scopedProperties } = options;
  if (!isProposalNamespaces(requiredNamespaces) || !isProposalNamespaces(optionalNamespaces)) {
    throw walletConnectError('WC_INVALID_NAMESPACES', { details: 'A proposed namespace is malformed.' });
  }
  const symKey = randomHex();
  const proposal = {
    ...createKeyPair(),
    ...{ symKey, requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties },
    pairingTopic: topicOf(symKey),
    proposalId: nextId(),
    // Longer than the link is valid, so that a wallet that scans it in the last second can still respond.
    expiry: now + walletConnectTimes.fiveMinutes,
  };
  const { authentication } = options;
  if (!authentication) return proposal;
  const iat = authentication.iat ?? new Date().toISOString();
  const bare = { ...authentication, iat, type: 'caip122' as const, version: '1' };
  const methods = [...Object.values(requiredNamespaces), ...Object.values(optionalNamespaces)].flatMap(
    namespace => namespace.methods,
  );
  const authPayload = addRecap(bare, methods);
  if (!isAuthPayload(authPayload) || !authPayload.chains.every(chain => chain.startsWith('eip155:'))) {
    throw walletConnectError('WC_INVALID_NAMESPACES', {
      details: 'Sign-in with the connection is for EVM chains.',
    });
  }
  return { ...proposal, authenticationId: nextId(), authPayload };
}

async function send(context: DappContext, proposal: StoredProposal): Promise<void> {
  const { core } = context;
  const {
    pairingTopic,
    publicKey,
    proposalId: id,
    requiredNamespaces,
    optionalNamespaces,
    expiry,
  } = proposal;
  const listening = listenForProposal(context, proposal);
  const params = {
    requiredNamespaces,
    optionalNamespaces: withOlderIds(optionalNamespaces),
    pairingTopic,
    sessionProperties: proposal.sessionProperties,
    scopedProperties: proposal.scopedProperties,
    relays: [{ protocol: 'irn' }],
    proposer: { publicKey, metadata: core.metadata },
    expiryTimestamp: expiry,
  };
  const sealed = core.channel.seal(pairingTopic, { id, jsonrpc: '2.0', method: 'wc_sessionPropose', params });
  const { ttl, tag } = METHODS.wc_sessionPropose;
  const sending =
    proposal.authPayload === undefined
      ? core.relay.proposeSession({ pairingTopic, sessionProposal: sealed, ttl, correlationId: id })
      : Promise.all([
          sendAuthentication(context, proposal),
          core.relay.publish(pairingTopic, sealed, { ttl, tag, prompt: true }),
        ]);
  await Promise.all([listening, sending]);
}

/** Sends the sign-in request. A wallet that doesn't support it uses the proposal that follows. */
function sendAuthentication({ core }: DappContext, proposal: StoredProposal): Promise<void> {
  const { pairingTopic, publicKey, authenticationId: id, authPayload, expiry } = proposal;
  const method = 'wc_sessionAuthenticate';
  const params = { authPayload, requester: { publicKey, metadata: core.metadata }, expiryTimestamp: expiry };
  const sealed = core.channel.seal(pairingTopic, { id, jsonrpc: '2.0', method, params });
  const { ttl, tag, prompt } = METHODS[method];
  return core.relay.publish(pairingTopic, sealed, { ttl, tag, prompt });
}
