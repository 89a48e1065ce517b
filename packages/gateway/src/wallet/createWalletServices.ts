import type { Hono } from 'hono';
import { createRemoteJWKSet } from 'jose';
import {
  BaseError,
  type HttpRequest,
  readServiceKeysRequest,
  socialFormCallbackCall,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { Metrics } from '../platform/createMetrics.js';
import type { ReportError } from '../platform/http/answerError.js';
import type { ClientAddress } from '../platform/http/clientAddress.js';
import { type DescribedService, openApiDocument } from '../platform/http/openApiDocument.js';
import { operatorRequests } from '../platform/http/operatorRequests.js';
import type { CallHandler } from '../platform/http/serveCalls.js';
import { errorFields, type Log } from '../platform/jsonLog.js';
import { isEscrowed } from '../platform/keyvault/escrow.js';
import { openSealedStore, type SealedStore } from '../platform/keyvault/openSealedStore.js';
import type { PeerKey } from '../platform/keyvault/serviceKeys.js';
import type { Counters } from '../platform/ports/Counters.js';
import type { Database } from '../platform/ports/Database.js';
import type { KeyVault } from '../platform/ports/KeyVault.js';
import type { Mailer } from '../platform/ports/Mailer.js';
import { sessionOf } from './service/auth/sessions.js';
import { rpcCalls } from './service/chainAccess/rpcRoutes.js';
import { tokenCalls } from './service/chainAccess/tokenRoutes.js';
import { custodyCalls } from './service/custody/routes.js';
import { mailboxCalls } from './service/mailbox/routes.js';
import type { SealedMessages } from './service/mailbox/SealedMessages.js';
import { authCalls } from './service/signIn/routes.js';
import { availableSocials, type SocialsOf } from './service/social/availableSocials.js';
import { storedProviders } from './service/social/credentialStore.js';
import { storedEvidenceClients } from './service/social/evidenceClients.js';
import { oauthClient } from './service/social/oauthClient.js';
import { socialCalls } from './service/social/routes.js';
import type { SocialParts } from './service/social/SocialParts.js';
import { allowances } from './shared/allowances.js';
import { createUserMails } from './shared/createUserMails.js';
import { createWalletApp } from './shared/createWalletApp.js';
import type { FindEvidenceClient } from './shared/EvidenceClient.js';
import type { IdRegistry } from './shared/idRegistry.js';
import { isFrameOrigin } from './shared/isFrameOrigin.js';
import { mailMetrics } from './shared/mailMetrics.js';
import { type Nonces, nonces } from './shared/nonces.js';
import type { ProjectAccess } from './shared/ProjectAccess.js';
import { peerAt } from './shared/peer.js';
import { proveCaller } from './shared/proveCaller.js';
import { signInMetrics } from './shared/signInMetrics.js';
import { serveWalletCalls } from './shared/walletCalls.js';
import { type MayCreate, mayCreateWallets, mayKeepWallets } from './shared/walletCreation.js';
import { WORK_BITS } from './shared/walletLimits.js';
import type { NewDevice, WalletParts } from './shared/walletParts.js';
import { decidedApprovals } from './vault/approvalDecision.js';
import { decisionWaits } from './vault/decisionWaits.js';
import { evidenceVerifier } from './vault/evidence/verifyEvidence.js';
import { APPROVE_PAGES, approvePages } from './vault/pages/approvePages.js';
import { FREEZE_PAGES, freezePages } from './vault/pages/freezePages.js';
import { LINK_FILES, linkFiles } from './vault/pages/linkPage.js';
import { type VaultCallsOptions, vaultCalls } from './vault/routes.js';
import { GATEWAY_STORE, VAULT_STORE } from './walletStores.js';

const API_VERSION = '1.0.0';

const FRAME_SERVICE: Omit<DescribedService, 'requests'> = {
  title: 'Latchkit wallet',
  description:
    "Sign-in, sessions, wallets, and the gateway's halves of their keys. For the wallet page only.",
};

const VAULT_SERVICE: Omit<DescribedService, 'requests'> = {
  title: 'Latchkit vault',
  description:
    "Approvals of devices, and the vault's halves of the wallets' keys. For the wallet page and its links only.",
};

const health = z.object({ status: z.literal('ok'), trust: z.enum(['one trust domain', 'split']) });

/** Requests that both services serve. */
const COMMON: readonly HttpRequest[] = [
  ...operatorRequests('Whether the process runs, and whether it has both halves', health),
  readServiceKeysRequest,
];

/** Factor of the limits in development, where one machine acts as many. */
const DEVELOPMENT_FACTOR = 10;

/** The database, keys and email transport of one store. */
export interface StoreSetup {
  readonly database: Database;
  readonly keyVault: KeyVault;
  readonly counters: Counters;
  readonly mailer: Mailer;
}

/** The deployment's credentials at login providers. */
export interface SocialSetup extends Pick<SocialParts, 'findProvider' | 'client' | 'farcaster'> {
  /** Lists the providers that `findProvider` finds, besides Farcaster. Default: none. */
  readonly deployment?: () => Promise<readonly string[]>;
}

export interface WalletOptions {
  /** The wallet service; undefined: it runs in another process. */
  readonly gateway?: StoreSetup & {
    /** Projects, chains and tokens. */
    readonly access: ProjectAccess;
    /** Sealed messages between the wallet page and its window. */
    readonly sealedMessages: SealedMessages;
    /** Social sign-ins. Default: no provider is offered. */
    readonly social?: SocialSetup;
    /** Whether wallets may be created. Default: the result of `mayCreateWallets`. */
    readonly mayCreate?: boolean;
    /** Further routes of the wallet service: its pages. */
    readonly pages?: Hono;
  };
  /** The vault; undefined: it runs in another process. */
  readonly vault?: StoreSetup & {
    /** Whether it stores shares of new wallets. Default: the result of `mayKeepWallets`. */
    readonly mayCreate?: boolean;
    /** The vault's own credentials at providers. Default: only those in its store. */
    readonly findClient?: FindEvidenceClient;
    /** The vault's own view of Farcaster's ids. Default: it accepts no Farcaster users. */
    readonly idRegistry?: IdRegistry | undefined;
  };
  /** Public URLs of the wallet service and the vault, without a trailing slash. */
  readonly frameUrl: string;
  readonly vaultUrl: string;
  readonly developmentMode: boolean;
  /** What a sign-in on a new installation requires. `code` needs both services in this process. Default: `link`. */
  readonly newDevice?: NewDevice;
  /** Multiplies limits. Default: 10 in development, otherwise 1. */
  readonly allowanceFactor?: number;
  /** Zero bits of the puzzle before a new installation's email. Default: `WORK_BITS.base`. */
  readonly workBits?: number;
  readonly address: ClientAddress;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onError: ReportError;
  /** Milliseconds that a request may take. Default: 30 000. */
  readonly requestTimeout?: number;
}

/** The wallet services that run in this process. */
export interface WalletServices {
  /** The wallet service: its API and pages. */
  readonly frame: Hono | undefined;
  readonly vault: Hono | undefined;
  readonly stores: readonly SealedStore[];
  /** Finds the login providers that a project can use. Undefined: not known here. */
  readonly socialsOf: SocialsOf;
  /** Ends all calls that wait for a decision and prevents new waits, before the process stops. */
  endWaits(): void;
}

/**
 * Opens the stores and creates the services.
 *
 * @throws BaseError `KEYS_INVALID`, `MIGRATION_CHANGED` or `INVALID_SETTING`.
 */
export async function createWalletServices(options: WalletOptions): Promise<WalletServices> {
  const { gateway, vault, frameUrl, vaultUrl, newDevice = 'link' } = options;
  if (newDevice === 'code' && !(gateway && vault)) {
    throw new BaseError(
      'INVALID_SETTING',
      'A code alone suffices only if the wallet service and the vault run in one process',
    );
  }
  // Sequentially: the stores may share a database, and nothing may be changed with wrong keys.
  const a = gateway && (await openSealedStore({ ...GATEWAY_STORE, ...keptIn(gateway) }));
  const b = vault && (await openSealedStore({ ...VAULT_STORE, ...keptIn(vault) }));
  const { registry } = options.metrics;
  const [mailCounts, signIns] = [mailMetrics(registry), signInMetrics(registry)];
  const partsOf = (
    store: SealedStore,
    { counters, mailer }: StoreSetup,
    { peerKey, peer }: Pick<WalletParts, 'peerKey' | 'peer'>,
  ): WalletParts => ({
    store,
    counters,
    allowances: allowances(
      counters,
      options.allowanceFactor ?? (options.developmentMode ? DEVELOPMENT_FACTOR : 1),
    ),
    mails: createUserMails(mailer, mailCounts, error =>
      options.log('error', 'mail_failed', errorFields(error)),
    ),
    signIns,
    workBits: options.workBits ?? WORK_BITS.base,
    newDevice,
    frameUrl,
    vaultUrl,
    peerKey,
    peer,
  });
  // Each service calls the other, which is created later or runs elsewhere.
  const apps: { frame?: Hono; vault?: Hono } = {};
  const waits = b && decisionWaits(ids => decidedApprovals(b, ids));
  const ofVault = {
    peerKey: b?.keys.find ?? remoteKeys(vaultUrl),
    peer: peerAt(vaultUrl, () => apps.vault?.fetch),
  };
  const ofFrame = {
    peerKey: a?.keys.find ?? remoteKeys(frameUrl),
    peer: peerAt(frameUrl, () => apps.frame?.fetch),
  };
  if (a && gateway) {
    const mayCreate = async () =>
      gateway.mayCreate ??
      mayCreateWallets(options.developmentMode, await isEscrowed(a, a.database, gateway.keyVault));
    apps.frame = frameApp(options, { ...gateway, mayCreate }, partsOf(a, gateway, ofVault));
  }
  if (b && vault && waits) {
    const mayCreate = async () =>
      vault.mayCreate ??
      mayKeepWallets(options.developmentMode, await isEscrowed(b, b.database, vault.keyVault));
    const { findClient = async () => undefined, idRegistry: registry } = vault;
    const verifier = evidenceVerifier(registry && { frameUrl, registry });
    const evidence = { findClient: storedEvidenceClients(b, findClient), verifier };
    apps.vault = vaultApp(options, { mayCreate, waits, evidence }, partsOf(b, vault, ofFrame));
  }
  return {
    frame: apps.frame,
    vault: apps.vault,
    stores: [a, b].filter(store => store !== undefined),
    socialsOf:
      a === undefined ? async () => undefined : availableSocials(a, () => deploymentSocials(gateway?.social)),
    endWaits: () => waits?.close(),
  };
}

/** The providers that every project can use. */
async function deploymentSocials({ deployment, farcaster }: Partial<SocialSetup> = {}) {
  const found = (await deployment?.()) ?? [];
  return farcaster === undefined ? found : [...found, 'farcaster'];
}

const keptIn = ({ database, keyVault }: StoreSetup) => ({ database, keyVault });

/** No project has credentials of a provider. */
const NO_SOCIAL: SocialSetup = {
  findProvider: async () => undefined,
  client: oauthClient({ allowsHttp: false }),
};

/** Providers post their response from pages of their own. */
function isFormCallback({ method, url }: Request): boolean {
  return method === socialFormCallbackCall.method && new URL(url).pathname === socialFormCallbackCall.path;
}

function reportFailure(log: Log): SocialParts['failed'] {
  return (provider, error) => log('warn', 'social_sign_in_failed', { provider, ...errorFields(error) });
}

function frameApp(
  options: WalletOptions,
  {
    access,
    sealedMessages,
    mayCreate,
    pages,
    social = NO_SOCIAL,
  }: Omit<NonNullable<WalletOptions['gateway']>, 'mayCreate'> & { readonly mayCreate: MayCreate },
  parts: WalletParts,
): Hono {
  const made = nonces(parts.store.secret);
  const isOwn = (origin: string, request: Request) =>
    isFrameOrigin(origin, options.frameUrl, options.developmentMode) ||
    isFormCallback(request) ||
    (options.developmentMode && origin === new URL(request.url).origin);
  const handlers: readonly CallHandler[] = [
    ...authCalls(parts),
    ...custodyCalls(parts, mayCreate),
    rpcCalls(parts, access),
    ...tokenCalls(parts, access),
    ...mailboxCalls(parts, sealedMessages, options.address),
    ...socialCalls(
      {
        ...parts,
        client: social.client,
        farcaster: social.farcaster,
        findProvider: storedProviders(parts.store, social.findProvider),
        failed: reportFailure(options.log),
      },
      options.address,
    ),
  ];
  const requests = [...COMMON, ...handlers.map(({ request }) => request)];
  const app = baseOf(options, parts, made, isOwn, { ...FRAME_SERVICE, requests, url: options.frameUrl });
  const { findProject } = access;
  const prove = proveCaller({ ...callerParts(options, parts, made), url: options.frameUrl, findProject });
  app.route(
    '/',
    serveWalletCalls(prove, handlers, (caller, token) => sessionOf(parts, caller, token)),
  );
  if (pages !== undefined) app.route('/', pages);
  return app;
}

function vaultApp(options: WalletOptions, own: Omit<VaultCallsOptions, 'address'>, parts: WalletParts): Hono {
  const made = nonces(parts.store.secret);
  const isOwn = (origin: string, request: Request) =>
    isFrameOrigin(origin, options.frameUrl, options.developmentMode) ||
    origin === new URL(options.vaultUrl).origin ||
    (options.developmentMode && origin === new URL(request.url).origin);
  const handlers = vaultCalls(parts, { ...own, address: options.address });
  const requests = [
    ...COMMON,
    ...APPROVE_PAGES,
    ...FREEZE_PAGES,
    ...LINK_FILES,
    ...handlers.map(({ request }) => request),
  ];
  const app = baseOf(options, parts, made, isOwn, { ...VAULT_SERVICE, requests, url: options.vaultUrl });
  const prove = proveCaller({
    ...callerParts(options, parts, made),
    url: options.vaultUrl,
    findProject: undefined,
  });
  app.route('/', serveWalletCalls(prove, handlers));
  app.route('/', linkFiles());
  app.route('/', approvePages());
  app.route('/', freezePages());
  return app;
}

function baseOf(
  { metrics, log, onError, requestTimeout = 30_000, gateway, vault }: WalletOptions,
  { store }: WalletParts,
  made: Nonces,
  allowsOrigin: (origin: string, request: Request) => boolean,
  { url, ...service }: DescribedService & { readonly url: string },
): Hono {
  const trust = gateway !== undefined && vault !== undefined ? 'one trust domain' : 'split';
  const document = openApiDocument(API_VERSION, service);
  return createWalletApp({
    store,
    nonces: made,
    metrics,
    log,
    onError,
    requestTimeout,
    allowsOrigin,
    trust,
    document,
    isSecure: url.startsWith('https:'),
  });
}

function callerParts({ developmentMode, address }: WalletOptions, { counters }: WalletParts, made: Nonces) {
  return { nonces: made, counters, developmentMode, address };
}

/** The public keys of the other process, from its configured URL. */
function remoteKeys(url: string): PeerKey {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url), { timeoutDuration: 5_000 });
  return kid => keys({ alg: 'ES256', kid }).catch(() => undefined);
}
