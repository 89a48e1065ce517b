import type { ChainId } from 'latchkit/protocol';
import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import { type Environment, invalidSetting, portSetting, urlSetting } from '../../platform/settingValues.js';

/** The servers for user operations of one chain. The URLs may contain keys, so they stay on the server. */
export interface ChainBundler {
  readonly bundler: string;
  /** Pays for user operations that a project sponsors; undefined: none are sponsored. */
  readonly paymaster: string | undefined;
  /** What the paymaster wants to know of its customer, such as a policy (ERC-7677). Secret. Default: nothing. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** By CAIP-2 id. */
export type ChainBundlers = Readonly<Partial<Record<ChainId, ChainBundler>>>;

const BUNDLER_PREFIX = 'LATCHKIT_BUNDLER_';
const PAYMASTER_PREFIX = 'LATCHKIT_PAYMASTER_';
const CONTEXT_PREFIX = 'LATCHKIT_SPONSOR_CONTEXT_';
const PORT = 'LATCHKIT_BUNDLER_PORT';
const WEB = /^https?:\/\//;
/** Maximum length of a context, in characters. */
const MAX_CONTEXT = 4_096;

const contextObject = z.record(z.string(), z.unknown());

/**
 * `LATCHKIT_BUNDLER_8453=https://…` and `LATCHKIT_PAYMASTER_8453=https://…`: each ends in the number of an EVM chain.
 * `LATCHKIT_SPONSOR_CONTEXT_8453={…}` is the context of that paymaster. In development the bundler at `LATCHKIT_BUNDLER_PORT` serves both
 * development chains.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value.
 */
export function bundlerSettings(env: Environment, developmentMode: boolean): ChainBundlers {
  const found: Partial<Record<ChainId, ChainBundler>> = developmentMode ? developmentBundlers(env) : {};
  if (env[PORT] && !developmentMode) throw invalidSetting(PORT, 'is for development only');
  for (const name of Object.keys(env)) {
    if (name === PORT || !name.startsWith(BUNDLER_PREFIX)) continue;
    const bundler = urlSetting(env, name, WEB);
    const number = numberIn(name, BUNDLER_PREFIX);
    if (bundler === undefined) continue;
    const paymaster = urlSetting(env, `${PAYMASTER_PREFIX}${number}`, WEB);
    const context = paymaster === undefined ? undefined : contextSetting(env, `${CONTEXT_PREFIX}${number}`);
    found[`eip155:${number}`] = { bundler, paymaster, ...(context ? { context } : {}) };
  }
  for (const name of Object.keys(env)) {
    if (!env[name] || !name.startsWith(PAYMASTER_PREFIX)) continue;
    const number = numberIn(name, PAYMASTER_PREFIX);
    if (!env[`${BUNDLER_PREFIX}${number}`])
      throw invalidSetting(name, `must be set with ${BUNDLER_PREFIX}${number}`);
  }
  for (const name of Object.keys(env)) {
    if (!env[name] || !name.startsWith(CONTEXT_PREFIX)) continue;
    const number = numberIn(name, CONTEXT_PREFIX);
    if (!env[`${PAYMASTER_PREFIX}${number}`])
      throw invalidSetting(name, `must be set with ${PAYMASTER_PREFIX}${number}`);
  }
  return found;
}

function contextSetting(env: Environment, name: string): ChainBundler['context'] {
  const text = env[name];
  if (!text) return undefined;
  const found = text.length <= MAX_CONTEXT ? contextObject.safeParse(readJson(text)) : undefined;
  if (found?.success) return found.data;
  throw invalidSetting(name, `must be a JSON object of at most ${MAX_CONTEXT} characters`);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function developmentBundlers(env: Environment): Partial<Record<ChainId, ChainBundler>> {
  if (!env[PORT]) return {};
  const port = portSetting(env, PORT, 0);
  const of = (chainId: number): ChainBundler => {
    const url = `http://localhost:${port}/${chainId}`;
    return { bundler: url, paymaster: url };
  };
  return { 'eip155:31337': of(31_337), 'eip155:31338': of(31_338) };
}

function numberIn(name: string, prefix: string): string {
  const number = name.slice(prefix.length);
  if (/^[1-9]\d{0,31}$/.test(number)) return number;
  throw invalidSetting(name, 'does not end in the number of an EVM chain');
}
