import type { SocialSignInProvider } from 'latchkit/protocol';
import type { ClientOwner } from './socialSubject.js';

/** The vault's own credentials at a provider. */
export interface EvidenceClient {
  readonly clientId: string;
  /** For providers whose access tokens only their client may inspect (GitHub, Facebook). */
  readonly clientSecret?: string | undefined;
  /** URL of the development identity provider's stand-in. Undefined: the provider itself. */
  readonly developmentBase?: string | undefined;
}

/** The vault's own credentials at a provider, and who owns the client. */
interface OwnedEvidenceClient extends EvidenceClient {
  readonly owner: ClientOwner;
}

/** Finds the vault's own credentials of a project at a provider. Undefined: the vault accepts no identities of it. */
export type FindEvidenceClient = (
  projectId: string,
  provider: SocialSignInProvider,
) => Promise<OwnedEvidenceClient | undefined>;
