import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type Environment, invalidSetting, urlSetting } from '../../platform/settingValues.js';

/** The operator's access to Coinbase. */
export interface CoinbaseSetup {
  /** Id of the Secret API Key. */
  readonly keyId: string;
  readonly key: KeyObject;
  /** Verifies reports. Undefined: none are accepted. */
  readonly webhookSecret: string | undefined;
  /** Base URLs of the API and of the page. */
  readonly api: string;
  readonly page: string;
}

/** The operator's access to Meld. */
export interface MeldSetup {
  readonly key: string;
  /** Verifies reports. Undefined: none are accepted. */
  readonly webhookSecret: string | undefined;
  /** Base URL of the API. */
  readonly api: string;
}

/** The services that the operator has keys of. */
export interface OnrampVendors {
  readonly coinbase?: CoinbaseSetup | undefined;
  readonly meld?: MeldSetup | undefined;
}

const COINBASE_KEY = 'LATCHKIT_COINBASE_KEY';
const COINBASE_SECRET = 'LATCHKIT_COINBASE_SECRET';
const WEB = /^https?:\/\//;

/**
 * Reads the keys of the services that sell currencies.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value.
 */
export function onrampVendors(env: Environment): OnrampVendors {
  return { coinbase: coinbaseSetup(env), meld: meldSetup(env) };
}

function coinbaseSetup(env: Environment): CoinbaseSetup | undefined {
  const keyId = env[COINBASE_KEY] || undefined;
  const secret = env[COINBASE_SECRET] || undefined;
  if (keyId === undefined && secret === undefined) return undefined;
  if (keyId === undefined) throw invalidSetting(COINBASE_KEY, `must be set with ${COINBASE_SECRET}`);
  if (secret === undefined) throw invalidSetting(COINBASE_SECRET, `must be set with ${COINBASE_KEY}`);
  return {
    keyId,
    key: readCoinbaseKey(secret),
    webhookSecret: env.LATCHKIT_COINBASE_WEBHOOK_SECRET || undefined,
    api: 'https://api.developer.coinbase.com',
    page: 'https://pay.coinbase.com',
  };
}

function meldSetup(env: Environment): MeldSetup | undefined {
  const key = env.LATCHKIT_MELD_KEY || undefined;
  if (key === undefined) return undefined;
  return {
    key,
    webhookSecret: env.LATCHKIT_MELD_WEBHOOK_SECRET || undefined,
    api: urlSetting(env, 'LATCHKIT_MELD_URL', WEB)?.replace(/\/+$/, '') ?? 'https://api.meld.io',
  };
}

/** DER of a PKCS #8 key before the 32 bytes of an Ed25519 key (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const KEY_BYTES = 64;

/**
 * Reads the secret of a CDP key: Ed25519 as 64 bytes in base64, or EC as PEM, also with `\n` for line ends.
 *
 * @throws BaseError `INVALID_SETTING`.
 */
export function readCoinbaseKey(secret: string): KeyObject {
  try {
    if (secret.includes('BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
    const bytes = Buffer.from(secret, 'base64');
    if (bytes.length !== KEY_BYTES) throw new Error('The key has another length');
    const der = Buffer.concat([ED25519_PREFIX, bytes.subarray(0, SEED_BYTES)]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    throw invalidSetting(COINBASE_SECRET, 'is not the secret of a CDP key');
  }
}
