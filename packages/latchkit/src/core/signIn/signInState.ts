import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { SiwxSession } from './SignInConfig.js';

/**
 * A step of a sign-in. `preparing`: the message is being created. `ready`: waits for the visitor. `waiting`: the wallet prompts.
 * `checking`: the signature is being verified. `leaving`: the visitor cancelled, and the wallet is returning to its network.
 */
export type SignInStep = 'preparing' | 'ready' | 'waiting' | 'checking' | 'leaving';

/** The current sign-in request and its step. */
export interface SignInRequest {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly address: string;
  readonly chainId: ChainId;
  /** Undefined while it is being created. */
  readonly message: SiwxMessage | undefined;
  /** The text to sign, unless the wallet formats it itself. */
  readonly text: string | undefined;
  readonly step: SignInStep;
  /** The previous attempt's problem. */
  readonly problem: 'declined' | 'failed' | 'smartAccount' | 'expired' | undefined;
}

/** State of sign-in, if the host configured it. */
export interface SignInState {
  /** Namespaces whose accounts need a session: until they have one, hosts don't read them as connected. */
  readonly required: readonly ChainNamespace[];
  /** The valid session of each namespace's active account on its network. */
  readonly sessions: Readonly<Partial<Record<ChainNamespace, SiwxSession>>>;
  /** Namespaces whose sessions are being looked up. */
  readonly checking: readonly ChainNamespace[];
  /** The current request; one at a time. */
  readonly asking: SignInRequest | undefined;
}

/** Initial state. */
export const NO_SIGN_IN: SignInState = { required: [], sessions: {}, checking: [], asking: undefined };

/** The valid sign-in session of a namespace's account on its network, in a state. */
export function selectSession(state: LatchkitState, namespace?: ChainNamespace): SiwxSession | undefined {
  return state.signIn.sessions[namespace ?? state.activeNamespace];
}
