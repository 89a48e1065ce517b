import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { SignIn, SiwxSession } from './SignInConfig.js';

/** An account of a wallet on a network of the host's, which has a session or needs one. */
export interface SignInTarget {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly accountAddress: string;
  readonly chainId: CaipNetworkId;
}

/** What is known of a namespace's target. Another account, network or wallet makes another entry. */
export interface SignInEntry {
  readonly target: SignInTarget;
  status: 'checking' | 'needed' | 'dismissed' | 'signedIn';
  /** Ends the session when its time has come. */
  expiry?: ReturnType<typeof setTimeout> | undefined;
  /** The making of its message, while it lasts. */
  preparing?: Promise<SiwxMessage> | undefined;
  /** The visitor's attempt, while it lasts. */
  attempt?: Promise<SiwxSession> | undefined;
}

/** What the steps of one instance's sign-in share. */
export interface SignInRun {
  readonly kit: Latchkit;
  readonly required: boolean;
  readonly entries: Map<ChainNamespace, SignInEntry>;
  /** The host's sign-in for this instance; one that could not be made is tried again. */
  signIn(): Promise<SignIn>;
  /** What wallets still ask the visitor, by connector: there is never a second prompt. */
  readonly prompts: Map<string, Promise<unknown>>;
  /** When the message of the one who is asked was made, in ms since 1970. */
  preparedAt: number;
  /** Set while the flow itself disconnects, which ends no session. */
  leaving: boolean;
}

/** Whether an entry still speaks of what is connected. */
export function isCurrent({ entries, kit }: SignInRun, entry: SignInEntry): boolean {
  return !kit.kernel.signal.aborted && entries.get(entry.target.namespace) === entry;
}

/** The entry that the visitor is asked for. */
export function askedEntry(run: SignInRun): SignInEntry | undefined {
  const { asking } = run.kit.store.getState().signIn;
  return asking && run.entries.get(asking.namespace);
}

/** Changes the state of sign-in. */
export function setSignIn(
  { kit }: SignInRun,
  change: (signIn: LatchkitState['signIn']) => Partial<LatchkitState['signIn']>,
): void {
  kit.kernel.set(({ signIn }) => ({ signIn: { ...signIn, ...change(signIn) } }));
}
