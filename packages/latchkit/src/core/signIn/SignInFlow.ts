import type { ChainNamespace } from '../../protocol/caip.js';
import type { SiwxSession, WalletConnectSignIn } from './SignInConfig.js';

/** The entry points of sign-in for its actions, once its code is loaded. */
export interface SignInFlow {
  /** Requests the signature from the wallet and creates the session. */
  sign(namespace: ChainNamespace | undefined): Promise<SiwxSession>;
  /** The visitor cancels sign-in. */
  cancel(): Promise<void>;
  signOut(namespace: ChainNamespace | undefined): Promise<void>;
  /** Sign-in while connecting by WalletConnect. */
  atConnection(): Promise<WalletConnectSignIn>;
}
