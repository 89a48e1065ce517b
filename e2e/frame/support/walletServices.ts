import { loginProvider, PUBLIC_RPC_URLS } from 'latchkit/protocol';
import { inject } from 'vitest';
import { openListener } from '../../../packages/gateway/src/platform/http/openListener.js';
import { SOLANA_DEVELOPMENT_CHAIN } from '../../../packages/gateway/src/project/chains/defaultUpstreams.js';
import { developmentProject } from '../../../packages/gateway/src/project/projects/developmentProject.js';
import { framePages } from '../../../packages/gateway/src/wallet/service/pages/framePages.js';
import { deploymentEvidenceClients } from '../../../packages/gateway/src/wallet/service/social/evidenceClients.js';
import { oauthClient } from '../../../packages/gateway/src/wallet/service/social/oauthClient.js';
import type { FindProvider } from '../../../packages/gateway/src/wallet/service/social/SocialParts.js';
import { startProviders, type TestProviders } from '../../../packages/gateway/test/wallet/socialProviders.js';
import type { TestFarcaster } from '../../../packages/gateway/test/wallet/startFarcaster.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../packages/gateway/test/wallet/walletSuite.js';

import { hasTls, withTls } from './withTls.js';

const host = '127.0.0.1';

/** A closed port instead of each public chain, so that a reading of all chains contacts none. */
const UNREACHED = Object.fromEntries(
  [...Object.keys(PUBLIC_RPC_URLS), 'eip155:31338'].map(id => [id, 'http://127.0.0.1:9']),
);

/** The wallet service and the vault with the built wallet page, each on its own site on this machine. */
export interface ServedWallet {
  /** URL of the wallet service. */
  readonly url: string;
  readonly vaultUrl: string;
  readonly suite: WalletSuite;
  readonly providers: TestProviders | undefined;
  /** Adds origins of host pages to those of the project. Without TLS it allows every page of this machine. */
  allow(...origins: readonly string[]): Promise<void>;
  /** Policy violations that browsers reported for the wallet page. */
  readonly blocked: readonly unknown[];
  stop(): Promise<void>;
}

export interface ServedWalletOptions {
  /** URL of the chain 31337. Default: no chain. */
  readonly chain?: string;
  /** URL of the bundler and paymaster of that chain. Default: it has no smart accounts. */
  readonly bundler?: string;
  /** URL of the Solana development chain. With it, no other chain is reached. Default: no such chain. */
  readonly solana?: string;
  /** What a login on a new installation requires. */
  readonly newDevice?: 'link' | 'code';
  /** Folder of the built wallet page. Default: the build. */
  readonly directory?: string;
  /** Whether social logins work, with the development identity provider. */
  readonly hasProviders?: boolean;
  /** With which the Farcaster login works. Default: it doesn't. */
  readonly farcaster?: TestFarcaster;
}

/** The credentials of both services at the test's providers. */
function socialOf({ setup }: TestProviders, farcaster: TestFarcaster | undefined) {
  const findProvider: FindProvider = async (_, provider) => setup(provider);
  return {
    social: { findProvider, client: oauthClient({ allowsHttp: true }), farcaster: farcaster?.setup },
    idRegistry: farcaster?.setup.registry,
    findClient: deploymentEvidenceClients({}, findProvider),
  };
}

/** Starts both services in this process, so that they share its clock. */
export async function serveWallet({
  chain,
  bundler,
  solana,
  newDevice = 'link',
  hasProviders = false,
  farcaster,
  directory = inject('sitePages').walletPage,
}: ServedWalletOptions): Promise<ServedWallet> {
  const listen = (variable: string) => openListener({ port: 0, host, variable });
  const [frame, vault] = [await listen('LATCHKIT_FRAME_PORT'), await listen('LATCHKIT_VAULT_PORT')];
  const [atFrame, atVault] = await Promise.all([withTls(frame.port), withTls(vault.port)]);
  const frameUrl = `${atFrame.scheme}://wallet.localhost:${atFrame.port}`;
  const vaultUrl = `${atVault.scheme}://vault.localhost:${atVault.port}`;
  const blocked: unknown[] = [];
  const providers = hasProviders ? await startProviders(`${frameUrl}/v1/auth/social/callback`) : undefined;
  const suite = await walletSuite({
    ...{ newDevice, frameUrl, vaultUrl },
    upstreams: {
      ...(solana !== undefined && { ...UNREACHED, [SOLANA_DEVELOPMENT_CHAIN]: solana }),
      ...(chain !== undefined && { 'eip155:31337': chain }),
    },
    ...(bundler !== undefined && { bundlers: { 'eip155:31337': { bundler, paymaster: bundler } } }),
    ...(providers && socialOf(providers, farcaster)),
    pages: access =>
      framePages({
        directory,
        access,
        vaultUrl,
        developmentMode: !hasTls(),
        findProviders: async () => (hasProviders ? [...loginProvider.options] : []),
        log: (_, ...record) => blocked.push(record),
      }),
  });
  const { services } = suite;
  if (!services.frame || !services.vault) throw new Error('A service is missing.');
  frame.serve(services.frame.fetch);
  vault.serve(services.vault.fetch);
  const allowedOrigins = [PAGE.origin];
  return {
    ...{ url: frameUrl, vaultUrl, suite, providers, blocked },
    async allow(...origins) {
      allowedOrigins.push(...origins);
      if (hasTls()) await suite.gateway.projects.save({ ...developmentProject, allowedOrigins });
    },
    async stop() {
      services.endWaits();
      await Promise.all([atFrame.close(), atVault.close()]);
      await Promise.all([frame.close(), vault.close(), providers?.close()]);
      await suite.close();
    },
  };
}
