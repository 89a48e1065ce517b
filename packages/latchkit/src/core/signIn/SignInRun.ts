import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import { sleep, withLimit } from '../adapter/abortable.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { SignIn, SiwxSession } from './SignInConfig.js';

/** An account of a wallet on a network that the host lists, which has a session or needs one. */
export interface SignInTarget {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly address: string;
  readonly chainId: ChainId;
  readonly type: string;
  readonly publicKey?: string;
  readonly path?: string;
}

/** Sign-in status of a namespace's target. Another account, network or wallet creates another entry. */
export interface SignInEntry {
  readonly target: SignInTarget;
  status: 'checking' | 'needed' | 'dismissed' | 'signedIn';
  /** The timer that expires the session. */
  expiry?: ReturnType<typeof setTimeout> | undefined;
  /** Its message, while it is being created. */
  preparing?: Promise<SiwxMessage> | undefined;
  /** The visitor's attempt, while it is in progress. */
  attempt?: Promise<SiwxSession> | undefined;
}

/** State shared by the steps of one instance's sign-in. */
export interface SignInRun {
  readonly kit: Latchkit;
  readonly required: boolean;
  readonly entries: Map<ChainNamespace, SignInEntry>;
  /** Where each namespace was last signed in on this page. */
  readonly signedIn: Map<ChainNamespace, SignInTarget>;
  /** The host's sign-in for this instance; a failed creation is retried. */
  signIn(): Promise<SignIn>;
  /** Prompts that are pending in wallets, by connector, so that there is never a second prompt. */
  readonly prompts: Map<string, Promise<unknown>>;
  /** When the current request's message was created, in milliseconds since the epoch. */
  preparedAt: number;
  /** Set while the flow itself disconnects, which ends no session. */
  leaving: boolean;
}

/** Whether an entry still matches the connected account. */
export function isCurrent({ entries, kit }: SignInRun, entry: SignInEntry): boolean {
  return !kit.kernel.signal.aborted && entries.get(entry.target.namespace) === entry;
}

/** Delay before a failed call to the host's sign-in is retried, in ms. */
const RETRY_MS = 1_000;

/**
 * Calls the host's sign-in, and retries once. A browser fails the requests of a page that is being left, but does not run its
 * timers: without the delay, a reload would end the connection.
 *
 * @throws The second call's error; REQUEST_TIMEOUT after 20 s; the abort reason of the instance's signal.
 */
export function callSignIn<T>(run: SignInRun, call: (signIn: SignIn) => Promise<T>): Promise<T> {
  const { signal } = run.kit.kernel;
  const attempt = () => run.signIn().then(call);
  return withLimit(
    attempt().catch(() => sleep(RETRY_MS, signal).then(attempt)),
    signal,
  );
}

/** The entry of the current request. */
export function askedEntry(run: SignInRun): SignInEntry | undefined {
  const { asking } = run.kit.store.getState().signIn;
  return asking && run.entries.get(asking.namespace);
}

/** Updates the sign-in state. */
export function setSignIn(
  { kit }: SignInRun,
  change: (signIn: LatchkitState['signIn']) => Partial<LatchkitState['signIn']>,
): void {
  kit.kernel.set(({ signIn }) => ({ signIn: { ...signIn, ...change(signIn) } }));
}

/** The target to sign in for a namespace: its active account, on a network that the host lists. */
export function signInTarget(state: LatchkitState, namespace: ChainNamespace): SignInTarget | undefined {
  const chain = state.namespaces[namespace];
  if (chain?.connection.status !== 'connected' || chain.network.unsupported) return undefined;
  const { connectorId, accounts, chainId } = chain.connection;
  const [address] = accounts;
  const account = chain.account.allAccounts.find(one => one.address === address);
  return { type: 'eoa', ...account, namespace, connectorId, address, chainId };
}

/** Whether the active account needs a session and cannot sign in: its wallet is on a network that the host does not list. */
export function isStranded({ signIn, namespaces, activeNamespace }: LatchkitState): boolean {
  const chain = namespaces[activeNamespace];
  const isUnlisted = chain?.connection.status === 'connected' && chain.network.unsupported === true;
  return isUnlisted && signIn.required.includes(activeNamespace);
}

/** Whether two targets are the same. */
export function isSameTarget(a: SignInTarget | undefined, b: SignInTarget | undefined): boolean {
  return a?.connectorId === b?.connectorId && a?.address === b?.address && a?.chainId === b?.chainId;
}
