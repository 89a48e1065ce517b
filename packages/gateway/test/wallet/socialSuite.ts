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

/** Starts the providers on a free port, and the services in this process. */
export async function startSocialSuite(): Promise<SocialSuite> {
  const providers = await startProviders('https://wallet.example/v1/auth/social/callback');
  const findProvider: FindProvider = async (_, provider) => providers.setup(provider);
  const suite = await walletSuite({
    social: { findProvider, client: oauthClient({ allowsHttp: true, timeout: 2_000 }) },
    findClient: deploymentEvidenceClients({}, findProvider),
  });
  return {
    ...{ providers, suite, visitor: socialVisitor(suite, providers) },
    async close() {
      await suite.close();
      await providers.close();
    },
  };
}
