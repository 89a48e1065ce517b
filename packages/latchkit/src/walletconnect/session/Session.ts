import { guards } from '../wire/guards.js';
import type { Cacao } from './Cacao.js';
import { isRawMetadata, type Metadata } from './Metadata.js';
import {
  isProposalNamespaces,
  isSessionNamespaces,
  type ProposalNamespaces,
  type SessionNamespaces,
} from './Namespaces.js';

const { anything, boolean, integer, listOf, matching, recordOf, shape } = guards;

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
  /** Public key of the side that may change the session: the wallet. */
  readonly controller: string;
  readonly self: Participant;
  readonly peer: Participant;
  readonly namespaces: SessionNamespaces;
  /** What the page asked for. */
  readonly requiredNamespaces: ProposalNamespaces;
  readonly optionalNamespaces: ProposalNamespaces;
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly pairingTopic: string;
  /** The signed messages, where the wallet signed in with the connection (CAIP-222). */
  readonly auths?: readonly Cacao[] | undefined;
}

/** A session as it is stored: with its key, and what is needed to know an old message from a new one. */
export interface StoredSession extends Session {
  readonly symKey: string;
  /** Id of the last update that was applied. */
  readonly updateId: number;
  /** Ids of the last messages of the peer. */
  readonly handled: readonly number[];
}

/** 32 bytes as hex. */
export const isKey = matching<string>(/^[0-9a-f]{64}$/);

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
  { sessionProperties: recordOf(anything), scopedProperties: recordOf(anything), auths: listOf(anything) },
);

/** Whether a stored value is a session of this version. */
export function isStoredSession(value: unknown): value is StoredSession {
  return stored(value);
}

/** A session without what is nobody's business outside. */
export function publicSession({ symKey, updateId, handled, ...session }: StoredSession): Session {
  return session;
}
