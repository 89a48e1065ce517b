import type { ServiceClient } from '../services/createServiceClient.js';
import type { PageChannel } from '../storage/createPageChannel.js';
import type { Installation } from '../storage/Installation.js';
import type { AuthState } from './createAuthState.js';
import type { EmailSignIn } from './createEmailSignIn.js';
import type { Session } from './createSession.js';

/** The dependencies that the steps of an account share. */
export interface AccountParts {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: Installation;
  readonly session: Session;
  readonly authState: AuthState;
  readonly signIn: EmailSignIn;
  /** Like `Session.use`; signs the user out when the session has ended. */
  readonly withAccess: Session['use'];
  readonly signOut: () => Promise<void>;
  readonly pageChannel: PageChannel;
  /**
   * Applies changes that another page of this installation made to the session. @returns whether the session is now a different
   * one.
   */
  readonly follow: () => Promise<boolean>;
}
