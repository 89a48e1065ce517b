import { randomBytes } from 'node:crypto';
import { exportPKCS8, generateKeyPair } from 'jose';

/** A client that is registered at the OAuth providers. */
export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** The client that is registered at every OAuth provider of this server. Most real secrets contain `-` or `_`, too. */
export const CLIENT = { id: 'latchkit-development', secret: '-development_secret-1' } as const;

/** Telegram's bot. */
export const BOT_TOKEN = '7000000001:development-bot-token';

/** The key with which Apple's client signs its secret. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  readonly publicKey: CryptoKey;
  /** PKCS #8, as in the file that Apple lets developers download. */
  readonly privateKey: string;
}

export async function createAppleKey(): Promise<AppleKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    teamId: 'LATCHKIT01',
    keyId: randomBytes(5).toString('hex').toUpperCase(),
    publicKey,
    privateKey: await exportPKCS8(privateKey),
  };
}
