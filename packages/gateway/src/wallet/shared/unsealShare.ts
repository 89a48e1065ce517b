import { walletShare, walletShares } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { ServiceKeys } from '../../platform/keyvault/serviceKeys.js';
import { walletError } from './walletError.js';

/**
 * Decrypts one share that was sealed to a service. `half` is the wire name of a share.
 *
 * @throws HttpError 400 `HALF_INVALID`.
 */
export async function unsealShare(keys: ServiceKeys, jwe: string): Promise<Uint8Array> {
  return bytesOf((await content(keys, jwe, walletShare)).half);
}

/**
 * Decrypts both shares that the wallet service stores of a new wallet or epoch.
 *
 * @throws HttpError 400 `HALF_INVALID`.
 */
export async function unsealShares(keys: ServiceKeys, jwe: string) {
  const { device, recovery } = await content(keys, jwe, walletShares);
  return { device: bytesOf(device), recovery: bytesOf(recovery) };
}

async function content<Content>(
  keys: ServiceKeys,
  jwe: string,
  schema: z.ZodMiniType<Content>,
): Promise<Content> {
  const bytes = await keys.unseal(jwe);
  try {
    const parsed = z.safeParse(schema, JSON.parse(Buffer.from(bytes ?? []).toString('utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // Invalid JSON: throws below.
  }
  throw walletError('HALF_INVALID');
}

function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32) throw walletError('HALF_INVALID');
  return bytes;
}
