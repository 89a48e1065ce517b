import type { Installation } from '../keyring/Installation.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { NewsLine } from '../storage/createNewsLine.js';
import type { EmailSignIn } from './createEmailSignIn.js';
import type { Presence } from './createPresence.js';
import type { Session } from './createSession.js';

/** What the steps of an account work on. */
export interface AccountParts {
  readonly gateway: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: Installation;
  readonly session: Session;
  readonly presence: Presence;
  readonly signIn: EmailSignIn;
  /** `Session.use`, after whose end nobody is here. */
  readonly withAccess: Session['use'];
  readonly signOut: () => Promise<void>;
  readonly news: NewsLine;
  /** Follows what another page of this installation did to the session. @returns whether it is another session now. */
  readonly follow: () => Promise<boolean>;
}
