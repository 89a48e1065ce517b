import type { ChainNamespace } from '../../protocol/caip.js';
import type { SiwxSession, WalletConnectSignIn } from './SignInConfig.js';

/** What the actions of sign-in reach, once its code is loaded. */
export interface SignInFlow {
  /** Asks the wallet for the signature and makes the session. */
  sign(namespace: ChainNamespace | undefined): Promise<SiwxSession>;
  /** The visitor does not want to [STATE-39 to STATE-41]. */
  cancel(): Promise<void>;
  signOut(namespace: ChainNamespace | undefined): Promise<void>;
  /** Sign-in with a connection of WalletConnect [VAL-18]. */
  atConnection(): Promise<WalletConnectSignIn>;
}
