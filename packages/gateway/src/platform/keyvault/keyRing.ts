import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { KeyVault } from '../ports/KeyVault.js';
import { open, seal } from './aead.js';

const BYTES = 32;

/** One stored key: an octet key of RFC 7517 with its permitted operations. */
const keyEntry = z.object({
  kid: z.string().regex(/^[\w.-]{1,64}$/),
  kty: z.literal('oct'),
  /** 32 bytes as base64url; absent once the key is destroyed. */
  k: z
    .string()
    .refine(text => Buffer.from(text, 'base64url').length === BYTES)
    .optional(),
  state: z.enum(['primary', 'decrypt-only', 'destroyed']),
  /** When the last data key that it wrapped was wrapped by a newer key (ISO 8601). */
  rewrappedAt: z.iso.datetime().optional(),
  /** Created automatically, for development. */
  development: z.boolean().optional(),
});

/** The content of a key file. */
export const keyRingContent = z.object({ keys: z.array(keyEntry).min(1).max(100) });

/** The content of a key file. */
export type KeyRingContent = z.infer<typeof keyRingContent>;

/**
 * Keys in the memory of this process. The primary key wraps; older ones only unwrap what they wrapped before.
 *
 * @param id - Kind of vault, for reports.
 * @throws BaseError `KEYS_INVALID` if the content does not have exactly one primary key and valid older ones.
 */
export function keyRing(id: string, content: unknown): KeyVault {
  const parsed = keyRingContent.safeParse(content);
  const keys = parsed.success ? parsed.data.keys : [];
  const primary = keys.filter(({ state }) => state === 'primary');
  const [current] = primary;
  if (current?.k === undefined || primary.length !== 1) {
    throw new BaseError(
      'KEYS_INVALID',
      'The keys must be exactly one primary key and any number of older ones',
    );
  }
  const known = new Map(
    keys.flatMap(({ kid, k, state }) =>
      k === undefined || state === 'destroyed' ? [] : [[kid, Buffer.from(k, 'base64url')] as const],
    ),
  );
  const keyOf = (kid: string) => {
    const key = known.get(kid);
    if (key === undefined)
      throw new BaseError('KEY_REFUSED', 'The key that wrapped this data key is not in the key ring');
    return key;
  };
  return {
    id,
    isForDevelopment: keys.some(({ development = false }) => development),
    currentKeyId: () => current.kid,
    wrap: async (key, context) => ({
      keyId: current.kid,
      blob: seal(keyOf(current.kid), key, contextOf(context, current.kid)),
    }),
    unwrap: async ({ keyId, blob }, context) => open(keyOf(keyId), blob, contextOf(context, keyId)),
    health: async () => {},
  };
}

const contextOf = (context: string, kid: string) => `${context}|${kid}`;
