import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { KeyVault } from '../ports/KeyVault.js';
import { open, seal } from './aead.js';

const BYTES = 32;

/** One key as it is kept: an octet key of RFC 7517 with what may be done with it. */
const keyEntry = z.object({
  kid: z.string().regex(/^[\w.-]{1,64}$/),
  kty: z.literal('oct'),
  /** 32 bytes as base64url; absent once the key is destroyed. */
  k: z
    .string()
    .refine(text => Buffer.from(text, 'base64url').length === BYTES)
    .optional(),
  state: z.enum(['primary', 'decrypt-only', 'destroyed']),
  /** Made without being asked, for development. */
  development: z.boolean().optional(),
});

/** The content of a key file. */
export const keyRingContent = z.object({ keys: z.array(keyEntry).min(1).max(100) });

/** The content of a key file. */
export type KeyRingContent = z.infer<typeof keyRingContent>;

/**
 * Keys in the memory of this process. One is primary and wraps; those for decryption only unwrap what they wrapped before.
 *
 * @param id - Kind of vault, for reports.
 * @throws BaseError `KEYS_INVALID` when the content is not one primary key and what else belongs there.
 */
export function keyRing(id: string, content: unknown): KeyVault {
  const parsed = keyRingContent.safeParse(content);
  const keys = parsed.success ? parsed.data.keys : [];
  const primary = keys.filter(({ state }) => state === 'primary');
  const [current] = primary;
  if (current?.k === undefined || primary.length !== 1) {
    throw new BaseError('KEYS_INVALID', 'The keys are not one primary key and older ones');
  }
  const known = new Map(
    keys.flatMap(({ kid, k, state }) =>
      k === undefined || state === 'destroyed' ? [] : [[kid, Buffer.from(k, 'base64url')] as const],
    ),
  );
  const keyOf = (kid: string) => {
    const key = known.get(kid);
    if (key === undefined) throw new BaseError('KEY_REFUSED', 'The key that wrapped this is not here');
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
