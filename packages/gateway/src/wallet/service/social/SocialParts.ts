import type { LoginProvider, SocialSignInProvider } from 'latchkit/protocol';
import type { IdRegistry } from '../../shared/idRegistry.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import type { WalletParts } from '../../shared/walletParts.js';
import type { FarcasterRelay } from './farcasterRelay.js';
import type { OAuthClient } from './oauthClient.js';
import type { ProviderSetup } from './SocialProvider.js';

/** Finds the credentials of a project at a provider. Undefined: the provider is not offered. */
export type FindProvider = (
  projectId: string,
  provider: SocialSignInProvider,
) => Promise<ProviderSetup | undefined>;

/** What sign-ins with Farcaster need. */
export interface FarcasterSetup {
  readonly relay: FarcasterRelay;
  readonly registry: IdRegistry;
}

/** The dependencies of social sign-ins. */
export interface SocialParts extends WalletParts {
  readonly findProvider: FindProvider;
  readonly findProject: ProjectAccess['findProject'];
  readonly client: OAuthClient;
  /** Undefined: Farcaster is not offered. */
  readonly farcaster?: FarcasterSetup | undefined;
  /** Whether an origin belongs to the wallet service or the vault. No login returns to one, but that of the portal. */
  readonly isServiceOrigin: (origin: string) => boolean;
  /** Access tokens may have become due; see `tokenRevoker`. */
  readonly revokeSoon: () => void;
  /** Reports a failure at a provider to the operator. */
  readonly failed: (provider: LoginProvider, error: unknown) => void;
}

/** The redirect URI that operators register at their providers. */
export function callbackOf({ frameUrl }: Pick<WalletParts, 'frameUrl'>): string {
  return `${frameUrl}/v1/auth/social/callback`;
}
