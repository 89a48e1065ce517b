import { type ChainId, NAME_SUFFIX } from 'latchkit/protocol';
import { DEFAULT_LIMITS, type Limits } from '../platform/http/limits.js';
import { STORAGE_QUOTAS } from '../platform/http/storageQuotas.js';
import {
  type Environment,
  invalidSetting,
  listSetting,
  numberSetting,
  optionSetting,
  portSetting,
  urlSetting,
} from '../platform/settingValues.js';
import { bundlerSettings, type ChainBundlers } from '../project/aa/bundlerSettings.js';
import { EVENT_DAYS } from '../project/analytics/service.js';
import {
  BITCOIN_DEVELOPMENT_CHAIN,
  CHAIN_IDS,
  CONFIGURABLE_CHAINS,
  DEVELOPMENT_UPSTREAMS,
  SOLANA_DEVELOPMENT_CHAIN,
} from '../project/chains/defaultUpstreams.js';
import type { UpstreamUrls } from '../project/chains/upstreams.js';
import type { StorageSettings } from '../project/createGateway.js';
import type { FarcasterRelaySetup } from '../project/farcaster/routes.js';
import type { HistorySetup } from '../project/history/createHistory.js';
import type { BlockscoutUrls } from '../project/history/sources/blockscout/blockscoutSource.js';
import type { EnsResolvers } from '../project/names/identities.js';
import { type OnrampVendors, onrampVendors } from '../project/onramp/onrampSettings.js';
import { refuseUnknown } from './refuseUnknown.js';
import { type RelaySettings, relaySettings } from './relaySettings.js';
import { secretsOf } from './secretsOf.js';
import { type WalletSettings, walletSettings } from './walletSettings.js';

/** The settings in the environment. */
export interface Settings {
  readonly port: number;
  /** Address to listen on; undefined: all. */
  readonly host: string | undefined;
  /** PostgreSQL server; undefined: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** Redis server that replicas share; undefined: each process keeps its own counters and caches. */
  readonly redisUrl: string | undefined;
  readonly dataDirectory: string;
  readonly developmentMode: boolean;
  readonly upstreams: UpstreamUrls;
  /** Whether networks without URLs use a public node. */
  readonly publicNodes: boolean;
  /** Bundlers and paymasters of smart accounts. */
  readonly bundlers: ChainBundlers;
  readonly limits: Limits;
  /** What callers without a login may store. */
  readonly storage: StorageSettings;
  /** Addresses or networks whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[];
  /** Bearer token for `/metrics`; undefined: metrics are off in production. */
  readonly metricsToken: string | undefined;
  readonly log: LogSetting;
  /** Values that no log line may contain. */
  readonly secrets: readonly string[];
  /** File of the tokens whose balances are read; undefined: the built-in list. */
  readonly tokenList: string | undefined;
  /** File of wallets that are added to the directory; undefined: only the built-in ones. */
  readonly walletList: string | undefined;
  /** URL of a price service; undefined: prices from the pools of swaps. */
  readonly priceUrl: string | undefined;
  /** Keys of services for swaps. */
  readonly swapKeys: { readonly oneInch?: string; readonly zeroEx?: string };
  /** URL at which browsers reach the gateway; undefined: the URL of each request. */
  readonly publicUrl: string | undefined;
  /** The relay of Sign In With Farcaster; undefined if it is not configured. */
  readonly farcaster: FarcasterRelaySetup | undefined;
  /** Services that sell currencies, with the operator's keys. */
  readonly onramp: OnrampVendors;
  /** The WalletConnect relay. */
  readonly relay: RelaySettings;
  /** EVM chains whose blocks are indexed for account histories, and the first block of each. */
  readonly index: NonNullable<HistorySetup['index']>;
  /** URLs of Blockscout services for account histories, by CAIP-2 id. */
  readonly blockscout: BlockscoutUrls;
  /** Universal resolvers of ENS on chains besides Ethereum and Sepolia. */
  readonly ensResolvers: EnsResolvers;
  /** Whether names are looked up on servers that contracts point to (CCIP-Read). */
  readonly ccipRead: boolean;
  /** Whether pictures of names and of NFTs are fetched from the servers that their records name. */
  readonly pictures: boolean;
  /** What account names end with; undefined: none are registered. */
  readonly nameSuffix: string | undefined;
  /** The embedded wallet; undefined if it is off. */
  readonly wallet: WalletSettings | undefined;
}

const LOG_SETTINGS = ['off', 'error', 'warn', 'info'] as const;
type LogSetting = (typeof LOG_SETTINGS)[number];

const RPC_PREFIX = 'LATCHKIT_RPC_';
const ENS_PREFIX = 'LATCHKIT_ENS_';
const BLOCKSCOUT_PREFIX = 'LATCHKIT_BLOCKSCOUT_';
const WEB = /^https?:\/\//;
/** A host and perhaps a path, without a query. */
const BASE = /^https?:\/\/[^/?#]+(\/[^?#]*)?$/;

/** Maximum length of the suffix of names, in characters. */
const MAX_SUFFIX = 100;

/** Minimum length of a token in production, in characters. */
const MIN_TOKEN = 16;

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value; `UNKNOWN_SETTING`.
 */
export function readSettings(env: Environment): Settings {
  refuseUnknown(env);
  const developmentMode = env.NODE_ENV !== 'production';
  const ownPort = portSetting(env, 'LATCHKIT_GATEWAY_PORT', 4000);
  const dataDirectory = env.LATCHKIT_DATA_DIR || '.latchkit/gateway';
  return {
    port: ownPort,
    // Listen on this machine only in development: the keys of the development chains are public.
    host: env.LATCHKIT_GATEWAY_HOST || (developmentMode ? '127.0.0.1' : undefined),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: urlSetting(env, 'REDIS_URL', /^rediss?:\/\//),
    dataDirectory,
    developmentMode,
    upstreams: { ...(developmentMode ? developmentChains(env) : {}), ...upstreamUrls(env, developmentMode) },
    publicNodes: optionSetting(env, 'LATCHKIT_PUBLIC_RPC', ['1', '0'], developmentMode ? '1' : '0') === '1',
    bundlers: bundlerSettings(env, developmentMode),
    limits: {
      perAddress: numberSetting(env, 'LATCHKIT_LIMIT_PER_ADDRESS', DEFAULT_LIMITS.perAddress),
      perProject: numberSetting(env, 'LATCHKIT_LIMIT_PER_PROJECT', DEFAULT_LIMITS.perProject),
      rpcPerProject: numberSetting(env, 'LATCHKIT_LIMIT_RPC_PER_PROJECT', DEFAULT_LIMITS.rpcPerProject),
      signInPerAddress: numberSetting(env, 'LATCHKIT_LIMIT_SIGN_IN', DEFAULT_LIMITS.signInPerAddress),
    },
    storage: {
      eventBytes: numberSetting(env, 'LATCHKIT_EVENT_MB', STORAGE_QUOTAS.event.bytes / 1_000_000) * 1_000_000,
      eventDays: numberSetting(env, 'LATCHKIT_EVENT_DAYS', EVENT_DAYS),
    },
    trustedProxies: listSetting(env, 'LATCHKIT_TRUSTED_PROXIES'),
    metricsToken: token(env, 'LATCHKIT_METRICS_TOKEN', developmentMode),
    log: optionSetting(env, 'LATCHKIT_LOG', LOG_SETTINGS, developmentMode ? 'warn' : 'info'),
    secrets: secretsOf(env),
    tokenList: env.LATCHKIT_TOKEN_LIST || undefined,
    walletList: env.LATCHKIT_WALLETS || undefined,
    priceUrl: urlSetting(env, 'LATCHKIT_PRICE_URL', WEB),
    swapKeys: {
      ...(env.LATCHKIT_ONE_INCH_KEY ? { oneInch: env.LATCHKIT_ONE_INCH_KEY } : {}),
      ...(env.LATCHKIT_ZERO_EX_KEY ? { zeroEx: env.LATCHKIT_ZERO_EX_KEY } : {}),
    },
    publicUrl: urlSetting(env, 'LATCHKIT_PUBLIC_URL', BASE)?.replace(/\/+$/, ''),
    farcaster: farcasterRelay(env),
    onramp: onrampVendors(env),
    relay: relaySettings(env, developmentMode),
    index: indexedChains(env, developmentMode),
    blockscout: blockscoutUrls(env),
    ensResolvers: ensResolvers(env),
    pictures: optionSetting(env, 'LATCHKIT_PICTURES', ['on', 'off'], developmentMode ? 'on' : 'off') === 'on',
    ccipRead: optionSetting(env, 'LATCHKIT_CCIP_READ', ['on', 'off'], 'off') === 'on',
    nameSuffix: nameSuffix(env, developmentMode),
    wallet: walletSettings(env, { port: ownPort, dataDirectory, developmentMode }),
  };
}

/** Minimum length of the Farcaster relay's key, in characters. */
const MIN_RELAY_KEY = 32;

function farcasterRelay(env: Environment): FarcasterRelaySetup | undefined {
  const clientUrl = urlSetting(env, 'LATCHKIT_FARCASTER_CLIENT', WEB);
  const key = env.LATCHKIT_FARCASTER_RELAY_KEY || undefined;
  if (clientUrl === undefined && key === undefined) return undefined;
  if (clientUrl === undefined)
    throw invalidSetting('LATCHKIT_FARCASTER_CLIENT', 'must be set with LATCHKIT_FARCASTER_RELAY_KEY');
  if (key === undefined || key.length < MIN_RELAY_KEY) {
    throw invalidSetting('LATCHKIT_FARCASTER_RELAY_KEY', `must have at least ${MIN_RELAY_KEY} characters`);
  }
  return { clientUrl, key };
}

function developmentChains(env: Environment): UpstreamUrls {
  return {
    'eip155:31337': `http://localhost:${portSetting(env, 'LATCHKIT_CHAIN_A_PORT', 8545)}`,
    'eip155:31338': `http://localhost:${portSetting(env, 'LATCHKIT_CHAIN_B_PORT', 8546)}`,
    [BITCOIN_DEVELOPMENT_CHAIN]: `http://localhost:${portSetting(env, 'LATCHKIT_BITCOIN_PORT', 3002)}`,
    [SOLANA_DEVELOPMENT_CHAIN]: `http://localhost:${portSetting(env, 'LATCHKIT_SOLANA_PORT', 8899)}`,
  };
}

/**
 * `LATCHKIT_RPC_8453=https://…,https://…`: the variable ends in the chain's reference, the part of its CAIP-2 id after
 * the colon.
 */
function upstreamUrls(env: Environment, developmentMode: boolean): UpstreamUrls {
  const served = [
    ...CHAIN_IDS,
    ...CONFIGURABLE_CHAINS,
    ...(developmentMode ? Object.keys(DEVELOPMENT_UPSTREAMS) : []),
  ];
  const found: Partial<Record<ChainId, readonly string[]>> = {};
  for (const name of Object.keys(env)) {
    const urls = listSetting(env, name);
    if (!name.startsWith(RPC_PREFIX) || urls.length === 0) continue;
    const reference = name.slice(RPC_PREFIX.length);
    const chainId = served.find(id => id.endsWith(`:${reference}`));
    if (!chainId)
      throw invalidSetting(name, 'does not end in the reference of a chain that the gateway serves');
    if (!urls.every(url => /^https?:\/\//.test(url) && URL.canParse(url))) {
      throw invalidSetting(name, 'must be http(s) URLs, separated by commas');
    }
    found[chainId as ChainId] = urls;
  }
  return found;
}

/** `LATCHKIT_ENS_31337=0x…`: the universal resolver of ENS on an EVM chain. */
function ensResolvers(env: Environment): EnsResolvers {
  const found: Partial<Record<ChainId, string>> = {};
  for (const [name, address] of Object.entries(env)) {
    const reference = name.startsWith(ENS_PREFIX) ? name.slice(ENS_PREFIX.length) : undefined;
    if (reference === undefined || !address) continue;
    if (!/^\d{1,32}$/.test(reference))
      throw invalidSetting(name, 'does not end in the number of an EVM chain');
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw invalidSetting(name, 'must be the address of a contract');
    found[`eip155:${reference}`] = address;
  }
  return found;
}

/** `LATCHKIT_INDEX=eip155:8453,eip155:10@120000000`: from the latest block on, or from a height. */
function indexedChains(env: Environment, developmentMode: boolean): Settings['index'] {
  const name = 'LATCHKIT_INDEX';
  if (env[name] === 'off') return {};
  const given = listSetting(env, name);
  const chains = given.length === 0 && developmentMode ? ['eip155:31337@0', 'eip155:31338@0'] : given;
  return Object.fromEntries(
    chains.map(text => {
      const [, chainId, height] = /^(eip155:\d{1,32})(?:@(\d{1,15}))?$/.exec(text) ?? [];
      if (chainId === undefined) throw invalidSetting(name, 'must be CAIP-2 ids of EVM chains, or off');
      return [chainId, height === undefined ? 'newest' : Number(height)];
    }),
  );
}

/** `LATCHKIT_BLOCKSCOUT_8453=https://base.blockscout.com`. */
function blockscoutUrls(env: Environment): BlockscoutUrls {
  const found: Partial<Record<ChainId, string>> = {};
  for (const name of Object.keys(env)) {
    if (!name.startsWith(BLOCKSCOUT_PREFIX)) continue;
    const url = urlSetting(env, name, WEB);
    const reference = name.slice(BLOCKSCOUT_PREFIX.length);
    if (!/^\d{1,32}$/.test(reference))
      throw invalidSetting(name, 'does not end in the number of an EVM chain');
    if (url !== undefined) found[`eip155:${reference}`] = url;
  }
  return found;
}

/** A domain of the operator's; the development suffix belongs to nobody. */
function nameSuffix(env: Environment, developmentMode: boolean): string | undefined {
  const name = 'LATCHKIT_NAME_SUFFIX';
  const text = env[name];
  if (!text) return developmentMode ? NAME_SUFFIX : undefined;
  if (!/^(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(text) || text.length > MAX_SUFFIX)
    throw invalidSetting(name, 'must be a domain with a dot in front, in lower case, such as .example.com');
  if (text === NAME_SUFFIX && !developmentMode)
    throw invalidSetting(name, 'must be a domain of yours in production');
  // Accounts sign orders about names for the gateway's origin, which no request may choose.
  if (!developmentMode && !env.LATCHKIT_PUBLIC_URL)
    throw invalidSetting('LATCHKIT_PUBLIC_URL', 'must be set in production with LATCHKIT_NAME_SUFFIX');
  return text;
}

function token(env: Environment, name: string, developmentMode: boolean): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!developmentMode && text.length < MIN_TOKEN) {
    throw invalidSetting(name, `must have at least ${MIN_TOKEN} characters in production`);
  }
  return text;
}
