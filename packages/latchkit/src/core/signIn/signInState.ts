import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { SiwxSession } from './SignInConfig.js';

/** What the visitor is asked to sign, of whom, and where that stands. */
export interface SignInRequest {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly accountAddress: string;
  readonly chainId: CaipNetworkId;
  /** Undefined while it is prepared. */
  readonly message: SiwxMessage | undefined;
  /** The message as it is to be signed, where the wallet does not write it itself. */
  readonly text: string | undefined;
  /**
   * `preparing`: the message is on its way. `ready`: the visitor's turn. `waiting`: the wallet asks. `authenticating`: the
   * signature is verified. `leaving`: the visitor cancelled, and the wallet is on its way back.
   */
  readonly step: 'preparing' | 'ready' | 'waiting' | 'authenticating' | 'leaving';
  /** What went wrong before. */
  readonly problem: 'declined' | 'failed' | 'smartAccount' | 'expired' | undefined;
}

/** Sign-in, where the host configured it. */
export interface SignInState {
  /** The session in force of each namespace's active account on its network. */
  readonly sessions: Readonly<Partial<Record<ChainNamespace, SiwxSession>>>;
  /** Namespaces whose account's session is being looked for: what follows is not yet known. */
  readonly checking: readonly ChainNamespace[];
  /** One at a time. */
  readonly asking: SignInRequest | undefined;
}

/** Nobody signed in, nobody asked. */
export const NO_SIGN_IN: SignInState = { sessions: {}, checking: [], asking: undefined };

/** The sign-in session in force of a namespace's account on its network; default the active one. */
export function getSession(state: LatchkitState, namespace?: ChainNamespace): SiwxSession | undefined {
  return state.signIn.sessions[namespace ?? state.activeNamespace];
}
