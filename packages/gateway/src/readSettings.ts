import { BaseError, type CaipNetworkId } from 'latchkit/protocol';
import { CHAIN_IDS, DEVELOPMENT_UPSTREAMS } from './rpc/defaultUpstreams.js';
import type { UpstreamUrls } from './rpc/upstreams.js';

/** What the environment says. */
export interface Settings {
  readonly port: number;
  /** Address to listen on; undefined: all. */
  readonly host: string | undefined;
  /** PostgreSQL server; undefined: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly developmentMode: boolean;
  readonly upstreams: UpstreamUrls;
}

type Environment = Readonly<Record<string, string | undefined>>;

const RPC_PREFIX = 'LATCHKIT_RPC_';

/**
 * Reads the settings of the command from environment variables. An empty variable counts as not set.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value.
 */
export function readSettings(env: Environment): Settings {
  const developmentMode = env.NODE_ENV !== 'production';
  return {
    port: port(env, 'LATCHKIT_GATEWAY_PORT', 4000),
    // In development the gateway proxies to chains whose keys are open: it stays on this machine.
    host: env.LATCHKIT_GATEWAY_HOST || (developmentMode ? '127.0.0.1' : undefined),
    databaseUrl: env.DATABASE_URL || undefined,
    dataDirectory: env.LATCHKIT_DATA_DIR || '.latchkit/gateway',
    developmentMode,
    upstreams: { ...(developmentMode ? developmentChains(env) : {}), ...upstreamUrls(env, developmentMode) },
  };
}

function developmentChains(env: Environment): UpstreamUrls {
  return {
    'eip155:31337': `http://localhost:${port(env, 'LATCHKIT_CHAIN_A_PORT', 8545)}`,
    'eip155:31338': `http://localhost:${port(env, 'LATCHKIT_CHAIN_B_PORT', 8546)}`,
  };
}

/** `LATCHKIT_RPC_8453=https://…`: the variable ends in the chain's reference, the part of its CAIP-2 id after the colon. */
function upstreamUrls(env: Environment, developmentMode: boolean): UpstreamUrls {
  const served = [...CHAIN_IDS, ...(developmentMode ? Object.keys(DEVELOPMENT_UPSTREAMS) : [])];
  const found: Partial<Record<CaipNetworkId, string>> = {};
  for (const [name, url] of Object.entries(env)) {
    if (!name.startsWith(RPC_PREFIX) || !url) continue;
    const reference = name.slice(RPC_PREFIX.length);
    const chainId = served.find(id => id.endsWith(`:${reference}`));
    if (!chainId) throw invalid(name, 'does not end in the reference of a chain that the gateway serves');
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw invalid(name, 'must be an http(s) URL');
    found[chainId as CaipNetworkId] = url;
  }
  return found;
}

function port(env: Environment, name: string, absent: number): number {
  const text = env[name];
  if (!text) return absent;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw invalid(name, 'must be a port, 0 to 65535');
  return Number(text);
}

function invalid(name: string, reason: string): BaseError {
  return new BaseError('INVALID_SETTING', `${name} ${reason}`);
}
