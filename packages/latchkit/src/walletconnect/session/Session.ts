import { guards } from '../wire/guards.js';
import type { Cacao } from './Cacao.js';
import { isRawMetadata, type Metadata } from './Metadata.js';
import {
  isProposalNamespaces,
  isSessionNamespaces,
  type ProposalNamespaces,
  type SessionNamespaces,
} from './Namespaces.js';

const { anything, boolean, integer, listOf, matching, recordOf, shape, text } = guards;

/** A party of a session. */
export interface Participant {
  /** X25519, 32 bytes as hex. */
  readonly publicKey: string;
  readonly metadata: Metadata;
}

/** A connection between a page and a wallet. */
export interface Session {
  /** 32 bytes as hex. */
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  /** Whether the page has confirmed the settlement. */
  readonly acknowledged: boolean;
  /** Public key of the side that may change the session, which is the wallet. */
  readonly controller: string;
  readonly self: Participant;
  readonly peer: Participant;
  readonly namespaces: SessionNamespaces;
  /** What the page requested. */
  readonly requiredNamespaces: ProposalNamespaces;
  readonly optionalNamespaces: ProposalNamespaces;
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly pairingTopic: string;
  /** The signed messages, if the wallet signed in with the connection (CAIP-222). */
  readonly auths?: readonly Cacao[] | undefined;
}

/** A session as stored: with its key, and what is needed to recognize old messages. */
export interface StoredSession extends Session {
  readonly symKey: string;
  /** Id of the last applied update. */
  readonly updateId: number;
  /** Ids of the peer's last messages. */
  readonly handled: readonly number[];
  /** The ids by which the wallet approved the chains; it may know older ones. */
  readonly approvedIds?: readonly string[] | undefined;
  /** The name of the relay on which it lives; absent: the first. */
  readonly relay?: string | undefined;
}

/** 32 bytes as hex. */
export const isKey = matching<string>(/^[0-9a-f]{64}$/);

/** Checks a party as the peer writes it; `cleanMetadata` reads what it says about itself. */
export const isPeer = shape({ publicKey: isKey }, { metadata: anything });

const participant = shape({ publicKey: isKey, metadata: isRawMetadata });

const stored = shape(
  {
    topic: isKey,
    symKey: isKey,
    expiry: integer,
    updateId: integer,
    handled: listOf(integer, 1_000),
    acknowledged: boolean,
    controller: isKey,
    self: participant,
    peer: participant,
    namespaces: isSessionNamespaces,
    requiredNamespaces: isProposalNamespaces,
    optionalNamespaces: isProposalNamespaces,
    pairingTopic: isKey,
  },
  {
    sessionProperties: recordOf(anything),
    scopedProperties: recordOf(anything),
    auths: listOf(anything),
    approvedIds: listOf(text(72)),
    relay: text(),
  },
);

/** Checks that a stored value is a session of this version. */
export function isStoredSession(value: unknown): value is StoredSession {
  return stored(value);
}

/** Returns a session without its secret and internal fields. */
export function publicSession({
  symKey,
  updateId,
  handled,
  approvedIds,
  relay,
  ...session
}: StoredSession): Session {
  return session;
}
