import { createSignClient } from '../session/createSignClient.js';
import { createSignCore } from '../session/createSignCore.js';
import type { SignClient } from '../session/SignClient.js';
import type { DappEvents } from '../session/SignEvents.js';
import type { SignOptions } from '../session/SignOptions.js';
import { walletConnectError } from '../walletConnectError.js';
import { createLateAnswers } from './createLateAnswers.js';
import {
  answerTopics,
  type DappContext,
  followAnswered,
  listenForAnswers,
  listenForProposal,
} from './DappContext.js';
import { onProposalAnswer } from './onProposalAnswer.js';
import { onSessionChange } from './onSessionChange.js';
import { onSettle } from './onSettle.js';
import { type Proposal, type ProposeOptions, propose } from './propose.js';
import { isStoredProposal } from './StoredProposal.js';
import { type SessionCall, sendRequest } from './sendRequest.js';

/** The page's client for WalletConnect v2. */
export interface DappClient extends SignClient<DappEvents> {
  /** Creates a pairing link immediately and sends its proposal. @throws WC_INVALID_NAMESPACES; WC_CLOSED */
  propose(options: ProposeOptions): Proposal;
  /**
   * Sends a request to the wallet. It always settles.
   *
   * @throws ProviderRpcError the wallet refused; WC_REQUEST_EXPIRED; WC_SESSION_ENDED; WC_NO_MATCHING_KEY;
   * WC_ACCOUNT_NOT_APPROVED; WC_RELAY_TIMEOUT; WC_RELAY_REFUSED; WC_CLOSED; the abort reason of `signal`.
   */
  request(call: SessionCall): Promise<unknown>;
  /** With `onDemand`: contacts the relays that wait, because a pairing link is shown or followed. Also after a reload. */
  reach(): void;
  /** With `onDemand`: later proposals wait again for `reach`. */
  rest(): void;
}

/** Creates the page's client. It opens no connection until it proposes or restores a stored session. */
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
  const context: DappContext = {
    core,
    waiters,
    proposals: core.collection('proposals', isStoredProposal),
    late: createLateAnswers(core),
  };
  core.signal.addEventListener('abort', () => {
    for (const waiter of waiters.values()) waiter.reject(walletConnectError('WC_CLOSED'));
    waiters.clear();
  });
  const client = createSignClient(core);
  return {
    ...client,
    restore() {
      client.restore();
      const stored = context.proposals.all();
      if (stored.some(({ reached }) => reached)) core.relay.reach();
      for (const proposal of stored) listenForProposal(context, proposal).catch(() => {});
      for (const proposal of context.late.restore()) {
        if (proposal.reached) for (const topic of answerTopics(proposal)) core.relay.reach(topic);
        listenForAnswers(context, proposal).catch(() => {});
        followAnswered(context, proposal);
      }
    },
    propose: proposal => propose(context, proposal),
    request: call => sendRequest(context, call),
    reach() {
      core.relay.reach();
      for (const one of context.proposals.all()) {
        context.proposals.set(one.pairingTopic, { ...one, reached: true });
      }
    },
    rest: core.relay.rest,
  };
}
