import { PORTAL_PROJECT } from 'latchkit/protocol';
import { cacheCounters } from '../platform/adapters/cacheCounters.js';
import { databaseCounters } from '../platform/adapters/databaseCounters.js';
import type { Adapters } from '../platform/adapters/openAdapters.js';
import { smtpMailer } from '../platform/adapters/smtpMailer.js';
import { createMetrics } from '../platform/createMetrics.js';
import { clientAddress } from '../platform/http/clientAddress.js';
import { type Listener, type ListenerOptions, openListener } from '../platform/http/openListener.js';
import type { Traffic } from '../platform/http/traffic.js';
import { errorFields, type Log } from '../platform/jsonLog.js';
import { type KeptCheckpoints, keepCheckpoints } from '../platform/keyvault/keepCheckpoints.js';
import { type KeySetting, openKeyVault } from '../platform/keyvault/openKeyVault.js';
import type { Database } from '../platform/ports/Database.js';
import type { Mailer } from '../platform/ports/Mailer.js';
import type { Gateway } from '../project/createGateway.js';
import {
  createWalletServices,
  type StoreSetup,
  type WalletServices,
} from '../wallet/createWalletServices.js';
import { cacheSealedMessages } from '../wallet/service/mailbox/cacheSealedMessages.js';
import { databaseSealedMessages } from '../wallet/service/mailbox/databaseSealedMessages.js';
import { type FramePagesOptions, framePages } from '../wallet/service/pages/framePages.js';
import { packagedFrame } from '../wallet/service/pages/packagedFrame.js';
import { portalMatches } from '../wallet/service/pages/portalMatches.js';
import type { SocialsOf } from '../wallet/service/social/availableSocials.js';
import { deploymentProviders } from '../wallet/service/social/deploymentProviders.js';
import { deploymentEvidenceClients } from '../wallet/service/social/evidenceClients.js';
import { farcasterRelay } from '../wallet/service/social/farcasterRelay.js';
import { oauthClient } from '../wallet/service/social/oauthClient.js';
import { WALLET_SCHEMA } from '../wallet/service/walletMigrations.js';
import { type IdRegistry, idRegistry } from '../wallet/shared/idRegistry.js';
import type { ProjectAccess } from '../wallet/shared/ProjectAccess.js';
import { VAULT_SCHEMA } from '../wallet/vault/vaultMigrations.js';
import type { Closing } from './createClosing.js';
import type { DevelopmentInbox } from './developmentInbox.js';
import { gatewayOrigin } from './gatewayOrigin.js';
import { projectAccess } from './projectAccess.js';
import type { Settings } from './readSettings.js';
import { scheduleDeletions } from './scheduleDeletions.js';
import type { MailSetting, WalletSettings } from './walletSettings.js';

export interface StartWalletOptions {
  readonly settings: Settings;
  readonly wallet: WalletSettings;
  readonly adapters: Adapters;
  /** The database of the vault's store. */
  readonly vaultDatabase: Database;
  /** The services for projects; undefined in a process with the vault alone. */
  readonly project:
    | Pick<
        Gateway,
        'projectService' | 'metrics' | 'rpc' | 'tokens' | 'aa' | 'balances' | 'names' | 'permissions'
      >
    | undefined;
  /** Receives emails in development. */
  readonly inbox: DevelopmentInbox | undefined;
  readonly limits: NonNullable<ListenerOptions['limits']>;
  /** Counts what callers use, over all services of the process. */
  readonly traffic: Traffic;
  readonly log: Log;
  readonly closing: Closing;
}

/** What the key is for that signs the operations of permissions. Another text is another key, which ends all permissions. */
export const COSIGNER = 'operations of permissions';

/** The wallet service and the vault, as far as this process runs them. */
export interface StartedWallet {
  /** URL of the wallet service; undefined if this process doesn't run it. */
  readonly frameUrl: string | undefined;
  readonly vaultUrl: string | undefined;
  /** Finds the login providers that a project can use. Undefined: not known here. */
  readonly socialsOf: SocialsOf;
  /** Whether the wallet page is served. */
  readonly hasPages: boolean;
  /** The private key that signs answers about names; undefined if this process doesn't run the wallet service. */
  readonly nameKey: Uint8Array | undefined;
  /** The private key that signs the operations of permissions, in the same way. */
  readonly cosignerKey: Uint8Array | undefined;
  readonly canaries: WalletServices['canaries'];
  readonly missingForWallets: WalletServices['missingForWallets'];
  readonly tellConcerned: WalletServices['tellConcerned'];
}

/**
 * Opens the stores, creates the wallet service and the vault, and listens.
 *
 * @throws BaseError `PORT_TAKEN` or `KEYS_INVALID`, or what a database throws.
 */
export async function startWallet(options: StartWalletOptions): Promise<StartedWallet> {
  const { settings, wallet, log, closing } = options;
  const listener = async (port: number, variable: string) => {
    const made = await openListener({
      port,
      variable,
      host: settings.host,
      limits: options.limits,
      traffic: options.traffic,
    });
    closing.add(() => made.close());
    return made;
  };
  const access =
    options.project &&
    projectAccess(options.project, {
      developmentMode: settings.developmentMode,
      demoOrigin: wallet.demoOrigin,
      traffic: options.traffic,
    });
  const a = await gatewaySetup(options, access);
  const b = await vaultSetup(options);
  // Runs after the listeners have closed, so that the last checkpoint includes their last requests.
  let checkpoints: KeptCheckpoints | undefined;
  closing.add(() => checkpoints?.end());
  const frame = a && (await listener(wallet.framePort, 'LATCHKIT_FRAME_PORT'));
  const vault = b && (await listener(wallet.vaultPort, 'LATCHKIT_VAULT_PORT'));
  const vaultUrl = wallet.vaultUrl ?? here(vault, wallet.vaultPort);
  const findProviders = async () => (await services.socialsOf(PORTAL_PROJECT)) ?? [];
  const pages = pagesOf(options, access, { vaultUrl, findProviders });
  const metrics = options.project?.metrics ?? createMetrics(true);
  if (b !== undefined && b.database !== options.adapters.database) {
    metrics.connections.databaseIs('vault', b.database);
  }
  const services = await createWalletServices({
    ...(a === undefined
      ? {}
      : { gateway: { ...a, ...pages, entrances: entrancesOf(frame, vault, vaultUrl) } }),
    ...(b === undefined ? {} : { vault: b }),
    frameUrl: wallet.frameUrl ?? here(frame, wallet.framePort),
    vaultUrl,
    developmentMode: settings.developmentMode,
    newDevice: wallet.newDevice,
    address: clientAddress(settings.trustedProxies, log),
    traffic: options.traffic,
    metrics,
    log,
    onError: error => log('error', 'unforeseen', errorFields(error)),
  });
  // Runs before the listeners close, because they let requests in progress finish.
  closing.add(services.endWaits);
  closing.add(services.mirror.end);
  closing.add(services.end);
  checkpoints = await keepCheckpoints(services.stores, wallet.auditDirectory, log);
  closing.add(scheduleDeletions({ users: services.deleteDueUsers, wallets: services.removeOldWallets }, log));
  if (services.frame) frame?.serve(services.frame.fetch);
  if (services.vault) vault?.serve(services.vault.fetch);
  const secret = services.stores.find(({ name }) => name === 'a')?.secret;
  return {
    frameUrl: frame && here(frame, frame.port),
    vaultUrl: vault && here(vault, vault.port),
    socialsOf: services.socialsOf,
    hasPages: a !== undefined && 'pages' in pages,
    // Derived from the secret that the key vault wraps, so that it needs no rotation or backup of its own.
    nameKey: secret?.derive('answers about names'),
    cosignerKey: secret?.derive(COSIGNER),
    canaries: services.canaries,
    missingForWallets: services.missingForWallets,
    tellConcerned: services.tellConcerned,
  };
}

/** Where this process reaches the services: its own by their ports, so that a command needs no proxy. */
function entrancesOf(frame: Listener | undefined, vault: Listener | undefined, vaultUrl: string) {
  return {
    frameAt: here(frame, frame?.port ?? 0),
    vaultAt: vault === undefined ? vaultUrl : here(vault, vault.port),
  };
}

function pagesOf(
  { wallet, settings, log }: StartWalletOptions,
  access: ProjectAccess | undefined,
  more: Pick<FramePagesOptions, 'vaultUrl' | 'findProviders'>,
) {
  const directory = wallet.frameDirectory ?? packagedFrame();
  if (directory === undefined || access === undefined) return {};
  const { developmentMode } = settings;
  return {
    isPortalServed: () => portalMatches(directory),
    pages: framePages({
      directory,
      access,
      ...more,
      gatewayOrigin: gatewayOrigin(settings),
      developmentMode,
      log,
    }),
  };
}

async function gatewaySetup(options: StartWalletOptions, access: ProjectAccess | undefined) {
  const { wallet, adapters, settings } = options;
  if (access === undefined || wallet.only === 'vault') return undefined;
  const deployment = deploymentProviders(wallet.social.credentials, wallet.social.idpUrl);
  return {
    ...(await storeSetup(options, adapters.database, WALLET_SCHEMA, wallet.keys, wallet.mail)),
    access,
    social: {
      findProvider: deployment.find,
      deployment: deployment.ids,
      client: oauthClient({
        allowsHttp: settings.developmentMode,
        unknownIssuer: (provider, issuer) =>
          options.log('warn', 'social_issuer_unknown', { provider, issuer }),
        missingPermission: (provider, permission) =>
          options.log('warn', 'social_permission_missing', { provider, permission }),
      }),
      farcaster: farcasterSetup(settings, wallet),
    },
    sealedMessages:
      settings.redisUrl === undefined
        ? databaseSealedMessages(adapters.database, `${WALLET_SCHEMA}.mailbox`)
        : cacheSealedMessages(adapters.cache, `${WALLET_SCHEMA}:`),
  };
}

async function vaultSetup(options: StartWalletOptions) {
  const { wallet, vaultDatabase, settings } = options;
  if (wallet.only === 'gateway') return undefined;
  const { vaultClients, idpUrl } = wallet.social;
  return {
    ...(await storeSetup(options, vaultDatabase, VAULT_SCHEMA, wallet.vaultKeys, wallet.vaultMail)),
    findClient: deploymentEvidenceClients(vaultClients, deploymentProviders({}, idpUrl).find),
    idRegistry: wallet.social.farcasterRelay === undefined ? undefined : registryOf(settings),
  };
}

function farcasterSetup(settings: Settings, { social: { farcasterRelay: url } }: WalletSettings) {
  if (url === undefined) return undefined;
  const relay = farcasterRelay({ url, allowsHttp: settings.developmentMode });
  return { relay, registry: registryOf(settings) };
}

/** Reads Farcaster's ids. In development, chain A takes the place of Optimism. */
function registryOf({ upstreams, developmentMode }: Settings): IdRegistry {
  const urls = upstreams['eip155:10'] ?? (developmentMode ? upstreams['eip155:31337'] : undefined);
  return idRegistry(urls === undefined ? [] : [urls].flat());
}

async function storeSetup(
  { settings, adapters, inbox, closing }: StartWalletOptions,
  database: Database,
  schema: string,
  keys: KeySetting,
  mail: MailSetting | undefined,
): Promise<StoreSetup> {
  const mailer: Mailer | undefined = mail === undefined ? inbox : smtpMailer(mail.url, mail.from);
  if (mailer === undefined)
    throw new Error('No mail transport is configured. Set LATCHKIT_SMTP_URL and LATCHKIT_MAIL_FROM.');
  closing.add(() => mailer.close());
  return {
    database,
    mailer,
    keyVault: await openKeyVault(keys, settings),
    counters:
      settings.redisUrl === undefined
        ? databaseCounters(database, `${schema}.counters`)
        : cacheCounters(adapters.cache, `${schema}:`),
  };
}

function here(listener: Listener | undefined, port: number): string {
  return `http://localhost:${listener?.port ?? port}`;
}
