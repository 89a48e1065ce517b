import { deploymentEvidenceClients } from '../../src/wallet/service/social/evidenceClients.js';
import { oauthClient } from '../../src/wallet/service/social/oauthClient.js';
import type { FindProvider } from '../../src/wallet/service/social/SocialParts.js';
import { startProviders, type TestProviders } from './socialProviders.js';
import { type SocialVisitor, socialVisitor } from './socialVisitor.js';
import { type WalletSuite, walletSuite } from './walletSuite.js';

/** A wallet service and a vault with social logins at the development identity provider. */
export interface SocialSuite {
  readonly providers: TestProviders;
  readonly suite: WalletSuite;
  readonly visitor: SocialVisitor;
  close(): Promise<void>;
}

/** Where a project's own client gets responses that Latchkit has no part in. */
export const OUTSIDE = 'https://shop.example/login';

/**
 * Starts the providers on a free port, and the services in this process.
 *
 * @param own - Ids of projects with clients of their own at OAuth providers, and the id of the client of each.
 * @param clients - The ids of all such clients.
 * @param more - More options of the services.
 */
export async function startSocialSuite(
  own: Readonly<Record<string, string>> = {},
  clients: readonly string[] = Object.values(own),
  more: Pick<NonNullable<Parameters<typeof walletSuite>[0]>, 'between'> = {},
): Promise<SocialSuite> {
  const providers = await startProviders('https://wallet.example/v1/auth/social/callback', clients, [
    OUTSIDE,
  ]);
  const clientOf = (projectId: string) => {
    const clientId = own[projectId];
    return clientId === undefined ? undefined : { projectId, clientId };
  };
  const findProvider: FindProvider = async (projectId, provider) =>
    providers.setup(provider, clientOf(projectId));
  const suite = await walletSuite({
    social: { findProvider, client: oauthClient({ allowsHttp: true }) },
    findClient: deploymentEvidenceClients({}, findProvider),
    ...more,
  });
  return {
    ...{ providers, suite, visitor: socialVisitor(suite, providers) },
    async close() {
      await suite.close();
      await providers.close();
    },
  };
}
