import { type Guard, guards } from '../wire/guards.js';

const { listOf, matching, recordOf, shape, text } = guards;

/** What is proposed for a namespace, or for one chain if the key is a CAIP-2 id (CAIP-25). */
export interface ProposalNamespace {
  /** CAIP-2 ids; absent if the record's key is one. */
  readonly chains?: readonly string[] | undefined;
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What the wallet approved for a namespace (CAIP-217). */
export interface SessionNamespace {
  /** CAIP-10 ids. */
  readonly accounts: readonly string[];
  readonly chains?: readonly string[] | undefined;
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What a page asks for, by CAIP-2 namespace or chain id. */
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>;
/** What a session allows, by CAIP-2 namespace. */
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>;

const chain: Guard<string> = matching(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}$/);
const account: Guard<string> = matching(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}:[-.%a-zA-Z0-9]{1,128}$/);
const names = listOf(text(128), 300);

/** Checks that a value has the form of a proposal's namespaces. */
export const isProposalNamespaces: Guard<ProposalNamespaces> = recordOf(
  shape({ methods: names, events: names }, { chains: listOf(chain, 300) }),
  50,
);

const sessionNamespaces = recordOf(
  shape({ accounts: listOf(account, 1_000), methods: names, events: names }, { chains: listOf(chain, 300) }),
  50,
);

/** Checks that a value has the form of approved namespaces, and that every account belongs to its namespace. */
export const isSessionNamespaces: Guard<SessionNamespaces> = (value): value is SessionNamespaces =>
  sessionNamespaces(value) &&
  Object.entries(value).every(([key, { accounts }]) => accounts.every(one => one.startsWith(`${key}:`)));
