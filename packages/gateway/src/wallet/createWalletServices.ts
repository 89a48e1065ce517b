import type { Hono } from 'hono';
import { createRemoteJWKSet } from 'jose';
import {
  BaseError,
  FRAME_MANIFEST_PATH,
  type HttpRequest,
  readServiceKeysRequest,
  socialFormCallbackCall,
  urlUnder,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { Metrics } from '../platform/createMetrics.js';
import type { ReportError } from '../platform/http/answerError.js';
import type { ClientAddress } from '../platform/http/clientAddress.js';
import { type DescribedService, openApiDocument } from '../platform/http/openApiDocument.js';
import { operatorRequests } from '../platform/http/operatorRequests.js';
import type { CallHandler } from '../platform/http/serveCalls.js';
import type { Traffic } from '../platform/http/traffic.js';
import { errorFields, type Log } from '../platform/jsonLog.js';
import { openSealedStore, type SealedStore } from '../platform/keyvault/openSealedStore.js';
import type { PeerKey } from '../platform/keyvault/serviceKeys.js';
import type { Counters } from '../platform/ports/Counters.js';
import type { Database } from '../platform/ports/Database.js';
import type { KeyVault } from '../platform/ports/KeyVault.js';
import type { Mailer } from '../platform/ports/Mailer.js';
import { canaryMailCalls, canaryMailer } from './canaries/canaryMails.js';
import { type CanaryDrill, type CanaryEntrances, createCanaries } from './canaries/canaryWallets.js';
import { type Drills, keepDrills, runDrill } from './canaries/drills.js';
import { keepHouse } from './durability/housekeeping.js';
import { mirrorCalls } from './durability/keepMirror.js';
import { type MirrorSending, mirrorMetrics, mirrorSending } from './durability/mirrorSending.js';
import { holderOf, sessionOf } from './service/auth/sessions.js';
import { aaCalls } from './service/chainAccess/aaRoutes.js';
import { permissionCalls } from './service/chainAccess/permissionRoutes.js';
import { rpcCalls } from './service/chainAccess/rpcRoutes.js';
import { tokenCalls } from './service/chainAccess/tokenRoutes.js';
import { markRepaired, tellConcerned } from './service/custody/concernedWallets.js';
import { sendExportReminders } from './service/custody/exportReminders.js';
import { sendMoveReminders } from './service/custody/moveReminders.js';
import { removeOldWallets } from './service/custody/oldWallets.js';
import { custodyCalls } from './service/custody/routes.js';
import { mailboxCalls } from './service/mailbox/routes.js';
import type { SealedMessages } from './service/mailbox/SealedMessages.js';
import { deleteDueUsers } from './service/portal/deletion.js';
import { portalCalls } from './service/portal/routes.js';
import { withPortal } from './service/portal/withPortal.js';
import { authCalls } from './service/signIn/routes.js';
import { availableSocials, type SocialsOf } from './service/social/availableSocials.js';
import { storedProviders } from './service/social/credentialStore.js';
import { storedEvidenceClients } from './service/social/evidenceClients.js';
import { oauthClient } from './service/social/oauthClient.js';
import { socialCalls } from './service/social/routes.js';
import type { SocialParts } from './service/social/SocialParts.js';
import { type TokenRevoker, tokenRevoker } from './service/social/tokenRevocation.js';
import { allowances } from './shared/allowances.js';
import {
  type CallerLimits,
  type CallerLimitsOptions,
  callerLimits,
  knownInstallations,
} from './shared/callerLimits.js';
import { createUserMails } from './shared/createUserMails.js';
import { createWalletApp } from './shared/createWalletApp.js';
import { type CreationStatus, creationStatus } from './shared/creationStatus.js';
import { isDrillCall } from './shared/drillCalls.js';
import type { FindEvidenceClient } from './shared/EvidenceClient.js';
import type { IdRegistry } from './shared/idRegistry.js';
import { isFrameOrigin, mayBeServedAt } from './shared/isFrameOrigin.js';
import { mailMetrics } from './shared/mailMetrics.js';
import { type Nonces, nonces } from './shared/nonces.js';
import type { ProjectAccess } from './shared/ProjectAccess.js';
import { peerAt } from './shared/peer.js';
import { proveCaller } from './shared/proveCaller.js';
import { signInMetrics } from './shared/signInMetrics.js';
import { serveWalletCalls } from './shared/walletCalls.js';
import { creationConditions, type MayCreate, mayCreateWhere } from './shared/walletCreation.js';
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

const health = z.object({
  status: z.literal('ok'),
  /** `one trust domain`: this process has both shares of every share set. `split`: the other share is elsewhere. */
  trust: z.enum(['one trust domain', 'split']),
  /** What is missing before wallets are created here. */
  creation: z.array(z.string()),
  /** The newest result of each drill. */
  drills: z.optional(
    z.array(
      z.object({
        kind: z.string(),
        at: z.nullable(z.string()),
        age: z.nullable(z.number()),
        failure: z.nullable(z.string()),
        isOverdue: z.boolean(),
      }),
    ),
  ),
});

/** What `/healthz` of a service reports besides its trust domain. */
type HealthFacts = () => Readonly<Record<string, unknown>>;

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
    /** Whether wallets may be created. Default: always in development, in production on the `creationConditions`. */
    readonly mayCreate?: boolean;
    /** Whether the portal's files are served and are those of a signed manifest. Default: they are not. */
    readonly isPortalServed?: () => Promise<boolean>;
    /** Where canary wallets reach both services. Undefined: there are no drills. */
    readonly entrances?: CanaryEntrances;
    /** Further routes of the wallet service: its pages. */
    readonly pages?: Hono;
  };
  /** The vault; undefined: it runs in another process. */
  readonly vault?: StoreSetup & {
    /** Whether it stores shares of new wallets. Default: as that of the wallet service. */
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
  /** Counts what callers use. Default: requests in progress are not counted. */
  readonly traffic?: Traffic;
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
  /** Sends the changes of the stores to each other. */
  readonly mirror: MirrorSending;
  /** The canary wallets; undefined without a wallet service, or if nothing listens here. */
  readonly canaries:
    | { create(): Promise<readonly string[]>; drill(kind: CanaryDrill): Promise<void> }
    | undefined;
  /** Lists what is missing before these services create wallets; nothing in development. */
  missingForWallets(): Promise<readonly string[]>;
  /** Ends the drills and the deletion of old rows. */
  end(): Promise<void>;
  /** Deletes the users whose grace period is over. Returns their number. */
  deleteDueUsers(): Promise<number>;
  /** Deletes the wallets that users moved from 30 days ago. Returns their number. */
  removeOldWallets(): Promise<number>;
  /** Emails the owners of wallets that a login of someone else may have opened. See `tellConcerned`. */
  tellConcerned(): Promise<number>;
  /** Sends the emails that users asked for and that are due. */
  sendReminders(): Promise<void>;
  /** Ends all calls that wait for a decision and prevents new waits, before the process stops. */
  endWaits(): void;
}

/**
 * Opens the stores and creates the services.
 *
 * @throws BaseError `DATA_NEWER`, `MIGRATION_CHANGED`, `KEYS_INVALID` or `INVALID_SETTING`.
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
  if (a !== undefined) await markRepaired(a);
  const { registry } = options.metrics;
  const [mailCounts, signIns] = [mailMetrics(registry), signInMetrics(registry)];
  const partsOf = (
    store: SealedStore,
    { counters, mailer }: StoreSetup,
    { peerKey, peer }: Pick<WalletParts, 'peerKey' | 'peer'>,
  ): WalletParts => ({
    store,
    counters,
    allowances: allowances(counters, factorOf(options)),
    mails: createUserMails(canaryMailer(mailer, store), mailCounts, error =>
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
  const limitParts = {
    address: options.address,
    traffic: options.traffic,
    factor: factorOf(options),
    known: knownInstallations(),
    refused: options.metrics.rateLimited,
  };
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
  const all: WalletParts[] = [];
  const creation = creationStatus();
  let drills: Drills | undefined;
  let revoker: TokenRevoker | undefined;
  let canaries: WalletServices['canaries'];
  const own = a && gateway && partsOf(a, gateway, ofVault);
  if (a && gateway && own) {
    const { entrances } = gateway;
    const mayCreate = creationOf(options, creation, a, gateway);
    all.push(own);
    if (entrances !== undefined) {
      drills = await keepDrills(own, entrances, registry, options.log);
      canaries = {
        create: () => createCanaries(own, entrances),
        drill: kind => runDrill(own, entrances, kind),
      };
    }
    const { client, findProvider } = gateway.social ?? NO_SOCIAL;
    const providers = {
      client,
      findProvider: storedProviders(a, findProvider),
      failed: reportFailure(options.log),
    };
    revoker = tokenRevoker({ ...providers, store: a }, error =>
      options.log('error', 'revocation_failed', errorFields(error)),
    );
    const social = { ...providers, farcaster: gateway.social?.farcaster, revokeSoon: revoker.soon };
    apps.frame = frameApp(options, { ...gateway, mayCreate, social }, own, limitParts, () => ({
      drills: drills?.states() ?? [],
      creation: creation.refusals(),
    }));
  }
  if (b && vault && waits) {
    const mayCreate = creationOf(options, creation, b, vault);
    const { findClient = async () => undefined, idRegistry: registry } = vault;
    const verifier = evidenceVerifier(registry && { frameUrl, registry });
    const evidence = { findClient: storedEvidenceClients(b, findClient), verifier };
    const parts = partsOf(b, vault, ofFrame);
    all.push(parts);
    apps.vault = vaultApp(options, { mayCreate, waits, evidence }, parts, limitParts, () => ({
      creation: creation.refusals(),
    }));
  }
  const stores = [a, b].filter(store => store !== undefined);
  mirrorMetrics(registry, stores);
  const sendReminders = async () => {
    if (own === undefined) return;
    await sendExportReminders(own);
    await sendMoveReminders(own);
  };
  const house = keepHouse(stores, sendReminders, options.log);
  return {
    frame: apps.frame,
    vault: apps.vault,
    stores,
    mirror: mirrorSending(all, options.log),
    canaries,
    missingForWallets: creation.check,
    socialsOf:
      a === undefined ? async () => undefined : availableSocials(a, () => deploymentSocials(gateway?.social)),
    deleteDueUsers: async () =>
      own === undefined
        ? 0
        : deleteDueUsers(own, error => options.log('error', 'deletion_failed', errorFields(error))),
    removeOldWallets: async () =>
      own === undefined
        ? 0
        : removeOldWallets(own, error => options.log('error', 'removal_failed', errorFields(error))),
    tellConcerned: async () => (own === undefined ? 0 : tellConcerned(own)),
    sendReminders,
    endWaits: () => waits?.close(),
    async end() {
      creation.end();
      await drills?.end();
      await revoker?.end();
      await house.end();
    },
  };
}

/** Adds the conditions of a service, and decides by them whether it may create wallets. */
function creationOf(
  { developmentMode, frameUrl, vaultUrl, ...options }: WalletOptions,
  creation: CreationStatus,
  store: SealedStore,
  setup: StoreSetup & { readonly mayCreate?: boolean; readonly isPortalServed?: () => Promise<boolean> },
): MayCreate {
  if (setup.mayCreate !== undefined || developmentMode) return async () => setup.mayCreate ?? true;
  const hasBothStores = options.gateway !== undefined && options.vault !== undefined;
  const { keyVault, mailer, isPortalServed } = setup;
  const facts = { store, keyVault, mailer, frameUrl, vaultUrl, hasBothStores, isPortalServed };
  const conditions = creationConditions(facts);
  creation.add(conditions);
  return mayCreateWhere(conditions);
}

/** By how much limits are multiplied. */
function factorOf({ allowanceFactor, developmentMode }: WalletOptions): number {
  return allowanceFactor ?? (developmentMode ? DEVELOPMENT_FACTOR : 1);
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

/** Host pages read the manifest of the wallet page, which is public. */
function isManifest({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === FRAME_MANIFEST_PATH;
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
    social,
  }: Omit<NonNullable<WalletOptions['gateway']>, 'mayCreate' | 'social'> & {
    readonly mayCreate: MayCreate;
    readonly social: Pick<SocialParts, 'client' | 'findProvider' | 'failed' | 'farcaster' | 'revokeSoon'>;
  },
  parts: WalletParts,
  limitParts: Omit<CallerLimitsOptions, 'holderOf'>,
  health: HealthFacts,
): Hono {
  const made = nonces(parts.store.secret);
  const isOwn = (origin: string, request: Request) =>
    isFrameOrigin(origin, options.frameUrl, options.developmentMode) ||
    isFormCallback(request) ||
    isManifest(request) ||
    (options.developmentMode && origin === new URL(request.url).origin);
  const findProject = withPortal(access.findProject, options);
  const handlers: readonly CallHandler[] = [
    ...authCalls(parts, findProject),
    ...mirrorCalls(parts),
    ...custodyCalls(parts, mayCreate),
    ...portalCalls(parts),
    rpcCalls(parts, access),
    ...tokenCalls(parts, access),
    ...aaCalls(parts, access),
    ...permissionCalls(parts, access),
    ...mailboxCalls(parts, findProject, sealedMessages),
    ...socialCalls(
      {
        ...parts,
        ...social,
        findProject,
        isServiceOrigin: origin =>
          [options.frameUrl, options.vaultUrl].some(url =>
            mayBeServedAt(origin, url, options.developmentMode),
          ),
      },
      options.address,
    ),
  ];
  const requests = [...COMMON, ...handlers.map(({ request }) => request)];
  const limits = callerLimits({ ...limitParts, holderOf: token => holderOf(parts, token) });
  const app = baseOf(options, parts, limits, made, isOwn, {
    ...{ ...FRAME_SERVICE, requests, url: options.frameUrl, health },
  });
  const prove = proveCaller({
    ...callerParts(options, parts, made),
    limits,
    url: options.frameUrl,
    findProject,
    isDrill: header => isDrillCall(parts, header),
  });
  app.route(
    '/',
    serveWalletCalls(prove, handlers, limits, (caller, token) => sessionOf(parts, caller, token)),
  );
  if (pages !== undefined) app.route('/', pages);
  return app;
}

function vaultApp(
  options: WalletOptions,
  own: Omit<VaultCallsOptions, 'address'>,
  parts: WalletParts,
  limitParts: Omit<CallerLimitsOptions, 'holderOf'>,
  health: HealthFacts,
): Hono {
  const made = nonces(parts.store.secret);
  const isOwn = (origin: string, request: Request) =>
    isFrameOrigin(origin, options.frameUrl, options.developmentMode) ||
    origin === new URL(options.vaultUrl).origin ||
    (options.developmentMode && origin === new URL(request.url).origin);
  const handlers = [
    ...vaultCalls(parts, { ...own, address: options.address }),
    ...mirrorCalls(parts),
    ...canaryMailCalls(parts),
  ];
  const requests = [
    ...COMMON,
    ...APPROVE_PAGES,
    ...FREEZE_PAGES,
    ...LINK_FILES,
    ...handlers.map(({ request }) => request),
  ];
  // The vault has no sessions.
  const limits = callerLimits({ ...limitParts, holderOf: async () => undefined });
  const app = baseOf(options, parts, limits, made, isOwn, {
    ...{ ...VAULT_SERVICE, requests, url: options.vaultUrl, health },
  });
  const prove = proveCaller({
    ...callerParts(options, parts, made),
    limits,
    url: options.vaultUrl,
    findProject: undefined,
  });
  app.route('/', serveWalletCalls(prove, handlers, limits));
  app.route('/', linkFiles());
  app.route('/', approvePages());
  app.route('/', freezePages());
  return app;
}

function baseOf(
  { metrics, log, onError, requestTimeout = 30_000, gateway, vault }: WalletOptions,
  { store }: WalletParts,
  limits: CallerLimits,
  made: Nonces,
  allowsOrigin: (origin: string, request: Request) => boolean,
  { url, health, ...service }: DescribedService & { readonly url: string; readonly health: HealthFacts },
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
    limits,
    health: () => ({ trust, ...health() }),
    document,
    isSecure: url.startsWith('https:'),
  });
}

function callerParts({ developmentMode, address }: WalletOptions, { counters }: WalletParts, made: Nonces) {
  return { nonces: made, counters, developmentMode, address };
}

/** The public keys of the other process, from its configured URL. */
function remoteKeys(url: string): PeerKey {
  const keys = createRemoteJWKSet(urlUnder(url, '/.well-known/jwks.json'), { timeoutDuration: 5_000 });
  return kid => keys({ alg: 'ES256', kid }).catch(() => undefined);
}
