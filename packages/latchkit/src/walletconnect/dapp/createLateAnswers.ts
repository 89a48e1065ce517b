import { topicOf } from '../crypto/topicOf.js';
import type { Incoming } from '../session/createChannel.js';
import type { PeerCall, SignCore } from '../session/createSignCore.js';
import { REASONS } from '../session/Reason.js';
import { isKey } from '../session/Session.js';
import type { DappEvents } from '../session/SignEvents.js';
import { tellDelete } from '../session/tellDelete.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';
import { isStoredProposal, type StoredProposal } from './StoredProposal.js';
import { sessionKeyOf } from './sessionKeyOf.js';

const { shape, text } = guards;
const isApproval = shape({ responderPublicKey: isKey });
const isSignedIn = shape({ responder: shape({ publicKey: isKey }) });

/** The session of a wallet that answered too late, which is to be told. */
const isRefused = shape({ topic: isKey, pairingTopic: isKey, symKey: isKey }, { relay: text() });

/** A wallet that answered too late. */
export interface LateWallet {
  readonly publicKey: string;
  readonly relay: string | undefined;
  /** Whether it sends a settlement, which is refused; a wallet that signed in sends none. */
  readonly settles: boolean;
}

/** A peer's answer to a proposal. */
export type Answer = Exclude<Incoming, { type: 'call' }>;

/** Approvals that come after another wallet's. Each wallet is told that it has no session with this page. */
export interface LateAnswers {
  /** Keeps the topics of an answered proposal, also over a reload. Calls `end` when it expires, or once a wallet was told. */
  follow(proposal: StoredProposal, end: () => void): void;
  /** The answered proposals to follow further after a reload. Tells the wallets that were to be told before it. */
  restore(): readonly StoredProposal[];
  /** Takes an answer for a proposal that has ended. */
  receive(answer: Answer): void;
  /** Ends the session that a wallet created for a proposal which is not its own. */
  refuse(proposal: StoredProposal, wallet: LateWallet): void;
  /** Refuses the settlement of such a session. */
  settle(call: PeerCall): void;
}

/** Wallets that are told per proposal: who has the link could send approvals without end. */
const MOST = 4;

const { tenSeconds } = walletConnectTimes;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

export function createLateAnswers(core: SignCore<DappEvents>): LateAnswers {
  const followed = new Map<string, { readonly proposal: StoredProposal; end(): void }>();
  const answered = core.collection('answered', isStoredProposal);
  /** Sessions of wallets that are still to be told, by topic. */
  const refused = core.collection('refused', isRefused);
  const told = new Map<string, number>();

  const unfollow = (pairingTopic: string) => {
    const one = followed.get(pairingTopic);
    answered.delete(pairingTopic);
    if (!one) return;
    followed.delete(pairingTopic);
    told.delete(pairingTopic);
    core.deadlines.clear(`late-${pairingTopic}`);
    one.end();
  };

  const leave = (topic: string) => {
    const pairingTopic = refused.get(topic)?.pairingTopic;
    if (pairingTopic === undefined) return;
    refused.delete(topic);
    core.deadlines.clear(`late-${topic}`);
    tellDelete(core, topic, REASONS.settlementFailed).catch(() => {});
    core.channel.forget(topic, walletConnectError('WC_SESSION_ENDED'));
    unfollow(pairingTopic);
  };

  const refuse: LateAnswers['refuse'] = (proposal, { publicKey, relay, settles }) => {
    const { pairingTopic, privateKey } = proposal;
    const symKey = sessionKeyOf(privateKey, publicKey);
    const count = told.get(pairingTopic) ?? 0;
    if (symKey === undefined || count >= MOST) return;
    const topic = topicOf(symKey);
    if (topic === proposal.sessionTopic || core.channel.knows(topic)) return;
    told.set(pairingTopic, count + 1);
    refused.set(topic, { topic, pairingTopic, symKey, relay });
    core.channel.listen(topic, { symKey }, { name: relay }).catch(() => {});
    if (!settles) return leave(topic);
    core.deadlines.set(`late-${topic}`, inSeconds(tenSeconds), () => leave(topic));
  };

  return {
    follow(proposal, end) {
      const { pairingTopic } = proposal;
      followed.set(pairingTopic, { proposal, end });
      answered.set(pairingTopic, proposal);
      core.deadlines.set(`late-${pairingTopic}`, proposal.expiry, () => unfollow(pairingTopic));
    },
    restore() {
      for (const { topic, symKey, relay } of refused.all()) {
        core.channel.listen(topic, { symKey }, { name: relay }).catch(() => {});
        leave(topic);
      }
      return answered.all();
    },
    receive(answer) {
      if (answer.type !== 'answer') return;
      const { id, topic, result, relay, senderPublicKey } = answer;
      const matches = ({ proposal }: { readonly proposal: StoredProposal }) =>
        id === proposal.authenticationId
          ? topic === topicOf(proposal.publicKey) || topic === proposal.pairingTopic
          : id === proposal.proposalId && topic === proposal.pairingTopic;
      const one = [...followed.values()].find(matches);
      if (!one) return;
      if (isApproval(result))
        refuse(one.proposal, { publicKey: result.responderPublicKey, relay, settles: true });
      else if (isSignedIn(result) && result.responder.publicKey === senderPublicKey)
        refuse(one.proposal, { publicKey: senderPublicKey, relay, settles: false });
    },
    refuse,
    settle(call) {
      if (!refused.get(call.topic)) return;
      core.refuse('wc_sessionSettle', call, REASONS.settlementFailed);
      leave(call.topic);
    },
  };
}
