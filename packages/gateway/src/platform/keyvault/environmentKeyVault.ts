import { createHash } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import type { KeyVault } from '../ports/KeyVault.js';
import { keyRing } from './keyRing.js';

/**
 * A key from an environment variable. For development only, because every child process and crash report receives it.
 *
 * @param text - 32 bytes as base64 or base64url.
 * @throws BaseError `KEYS_INVALID`.
 */
export function environmentKeyVault(text: string): KeyVault {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32) throw new BaseError('KEYS_INVALID', 'A key must be 32 bytes as base64');
  const kid = `env-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
  const k = bytes.toString('base64url');
  return keyRing('env', { keys: [{ kid, kty: 'oct', k, state: 'primary', development: true }] });
}
