import type { Hono } from 'hono';
import { PORTAL_PROJECT } from 'latchkit/protocol';
import { databaseCounters } from '../../src/platform/adapters/databaseCounters.js';
import { environmentKeyVault } from '../../src/platform/keyvault/environmentKeyVault.js';
import type { Database } from '../../src/platform/ports/Database.js';
import type { ChainBundlers } from '../../src/project/aa/bundlerSettings.js';
import type { UpstreamUrls } from '../../src/project/chains/upstreams.js';
import { createGateway, type Gateway } from '../../src/project/createGateway.js';
import type { NamesSetup } from '../../src/project/profile/createNames.js';
import { DEVELOPMENT_PROJECT_ID } from '../../src/project/projects/developmentProject.js';
import { type DevelopmentInbox, developmentInbox } from '../../src/server/developmentInbox.js';
import { projectAccess } from '../../src/server/projectAccess.js';
import { COSIGNER } from '../../src/server/startWallet.js';
import {
  createWalletServices,
  type WalletOptions,
  type WalletServices,
} from '../../src/wallet/createWalletServices.js';
import { databaseSealedMessages } from '../../src/wallet/service/mailbox/databaseSealedMessages.js';
import { WALLET_SCHEMA } from '../../src/wallet/service/walletMigrations.js';
import type { ProjectAccess } from '../../src/wallet/shared/ProjectAccess.js';
import { VAULT_SCHEMA } from '../../src/wallet/vault/vaultMigrations.js';
import { requireDeclared } from '../requireDeclared.js';
import { openTestDatabase } from '../testDatabase.js';
import { type WalletFrame, walletFrame } from './walletFrame.js';
import type { Fetch, WalletPage, WalletServers } from './walletInstallation.js';

export const PAGE: WalletPage = { project: DEVELOPMENT_PROJECT_ID, origin: 'https://shop.example' };

/** The wallet service and the vault in this process, on one database. */
export interface WalletSuite {
  readonly database: Database;
  readonly gateway: Gateway;
  readonly services: WalletServices;
  readonly servers: WalletServers;
  readonly inbox: DevelopmentInbox;
  /** Registers a new installation. */
  frame(page?: WalletPage): Promise<WalletFrame>;
  readonly portalPage: WalletPage;
  /** Returns an unused address. */
  address(): string;
  close(): Promise<void>;
}

const keyOf = (byte: number) => environmentKeyVault(Buffer.alloc(32, byte).toString('base64url'));

/** The keys of the two stores. */
export const walletKeyVaults = { a: keyOf(1), b: keyOf(2) };

/** @param more - Overrides options, for example allowances as in production, or another database. */
export async function walletSuite(
  more: Partial<Omit<WalletOptions, 'gateway' | 'vault'>> & {
    readonly database?: Database;
    readonly mayCreate?: boolean;
    /** The vault follows production rules, but ignores `mayCreate`. */
    readonly hasStrictVault?: boolean;
    readonly upstreams?: UpstreamUrls;
    readonly bundlers?: ChainBundlers;
    readonly names?: NamesSetup;
    /** Serves the wallet page too. */
    readonly pages?: (access: ProjectAccess) => Hono;
    readonly social?: NonNullable<WalletOptions['gateway']>['social'];
    /** The vault's credentials at providers. */
    readonly findClient?: NonNullable<WalletOptions['vault']>['findClient'];
    readonly idRegistry?: NonNullable<WalletOptions['vault']>['idRegistry'];
    /** Where canary wallets reach the services. */
    readonly entrances?: NonNullable<WalletOptions['gateway']>['entrances'];
    /** Stands between the browsers and the services. */
    readonly between?: (fetch: Fetch) => Fetch;
  } = {},
): Promise<WalletSuite> {
  const { database = await openTestDatabase(), mayCreate = true, hasStrictVault = false, ...others } = more;
  const {
    upstreams = {},
    bundlers = {},
    names,
    pages,
    social,
    findClient,
    idRegistry,
    entrances,
    between = fetch => fetch,
    ...options
  } = others;
  const inbox = developmentInbox();
  let cosignerKey: Uint8Array | undefined;
  const gateway = await createGateway({
    database,
    cosignerKey: () => cosignerKey,
    upstreams,
    bundlers,
    names,
    developmentMode: true,
    inbox: inbox.routes,
    // No test of the wallet has payments.
    payments: { interval: 3_600_000 },
  });
  const access = projectAccess(gateway, { developmentMode: true });
  const { frameUrl = 'https://wallet.example', vaultUrl = 'https://vault.example' } = options;
  const urls = { frameUrl, vaultUrl };
  const base = { database, mailer: inbox };
  const services = await createWalletServices({
    ...urls,
    gateway: {
      ...base,
      keyVault: walletKeyVaults.a,
      counters: databaseCounters(database, `${WALLET_SCHEMA}.counters`),
      access,
      sealedMessages: databaseSealedMessages(database, `${WALLET_SCHEMA}.mailbox`),
      ...(pages === undefined ? {} : { pages: pages(access) }),
      ...(social && { social }),
      ...(entrances && { entrances }),
      mayCreate,
    },
    vault: {
      ...base,
      keyVault: walletKeyVaults.b,
      counters: databaseCounters(database, `${VAULT_SCHEMA}.counters`),
      ...(hasStrictVault ? {} : { mayCreate: true }),
      ...(findClient && { findClient }),
      idRegistry,
    },
    developmentMode: false,
    allowanceFactor: 1_000,
    workBits: 4,
    address: () => '203.0.113.7',
    metrics: gateway.metrics,
    log: () => {},
    onError: error => {
      throw error;
    },
    ...options,
  });
  cosignerKey = services.stores.find(({ name }) => name === 'a')?.secret.derive(COSIGNER);
  const servers: WalletServers = {
    ...urls,
    fetch: between(async request => {
      const app = request.url.startsWith(urls.frameUrl) ? services.frame : services.vault;
      if (app === undefined) throw new Error('There is no such service');
      const response = await app.fetch(request);
      await requireDeclared(request, response);
      return response;
    }),
  };
  let count = 0;
  return {
    database,
    gateway,
    services,
    servers,
    inbox,
    async frame(page = PAGE) {
      const made = await walletFrame(servers, page, to => inbox.mails(to));
      await made.register();
      return made;
    },
    portalPage: { project: PORTAL_PROJECT, origin: frameUrl },
    address() {
      count += 1;
      return `user${count}@mail.example`;
    },
    async close() {
      services.endWaits();
      await services.mirror.end();
      await services.end();
      await gateway.close();
      await database.close();
    },
  };
}
