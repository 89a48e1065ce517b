import { createSignClient } from '../session/createSignClient.js';
import { createSignCore } from '../session/createSignCore.js';
import type { SignClient } from '../session/SignClient.js';
import type { DappEvents } from '../session/SignEvents.js';
import type { SignOptions } from '../session/SignOptions.js';
import { walletConnectError } from '../walletConnectError.js';
import { type DappContext, listenForProposal } from './DappContext.js';
import { onProposalAnswer } from './onProposalAnswer.js';
import { onSessionChange } from './onSessionChange.js';
import { onSettle } from './onSettle.js';
import { type Proposal, type ProposeOptions, propose } from './propose.js';
import { isStoredProposal } from './StoredProposal.js';
import { type SessionCall, sendRequest } from './sendRequest.js';

/** The page's side of WalletConnect v2. */
export interface DappClient extends SignClient<DappEvents> {
  /** Makes a pairing link at once, and sends the proposal that it leads to. @throws WC_INVALID_NAMESPACES; WC_CLOSED */
  propose(options: ProposeOptions): Proposal;
  /**
   * Asks the wallet. Settles always.
   *
   * @throws ProviderRpcError the wallet refused; WC_REQUEST_EXPIRED; WC_SESSION_ENDED; WC_NO_MATCHING_KEY;
   * WC_ACCOUNT_NOT_APPROVED; WC_RELAY_TIMEOUT; WC_RELAY_REFUSED; WC_CLOSED; what `signal` was aborted with.
   */
  request(call: SessionCall): Promise<unknown>;
}

/** Makes the page's client. Contacts nobody until there is a proposal, or a stored session is restored. */
export function createDappClient(options: SignOptions): DappClient {
  const waiters: DappContext['waiters'] = new Map();
  const core = createSignCore<DappEvents>(options, () => ({
    calls: {
      wc_sessionSettle: call => onSettle(context, call),
      wc_sessionUpdate: call => onSessionChange.update(context, call),
      wc_sessionExtend: call => onSessionChange.extend(context, call),
      wc_sessionEvent: call => onSessionChange.event(context, call),
    },
    onAnswer: answer => onProposalAnswer(context, answer),
  }));
  const context: DappContext = { core, waiters, proposals: core.collection('proposals', isStoredProposal) };
  core.signal.addEventListener('abort', () => {
    for (const waiter of waiters.values()) waiter.reject(walletConnectError('WC_CLOSED'));
    waiters.clear();
  });
  const client = createSignClient(core);
  return {
    ...client,
    restore() {
      client.restore();
      for (const proposal of context.proposals.all()) listenForProposal(context, proposal).catch(() => {});
    },
    propose: proposal => propose(context, proposal),
    request: call => sendRequest(context, call),
  };
}
