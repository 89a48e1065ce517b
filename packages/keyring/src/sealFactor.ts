import { argon2id } from '@noble/hashes/argon2';
import { hkdf } from '@noble/hashes/hkdf';
import { sha256 } from '@noble/hashes/sha2';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base64urlnopad } from '@scure/base';
import { keyringError } from './keyringError.js';
import { type BlindedInput, oprf } from './oprf.js';
import { type KeyReceiver, sealForInstallation } from './sealShares.js';
import { SHARE_LENGTH } from './splitKey.js';
import { withSecrets } from './withSecrets.js';

/** Argon2id (RFC 9106) of a password: 64 MiB, three passes. */
const ARGON = { t: 3, m: 65_536, p: 1, dkLen: SHARE_LENGTH } as const;

/**
 * Derives the key of a passkey, which wraps the vault's share, and seals it to an installation as JWE.
 *
 * @param prf - The passkey's output of the WebAuthn extension `prf`, 32 bytes. Overwritten.
 * @throws KEYRING_REFUSED It has another length.
 */
export function sealPasskeyFactor(prf: Uint8Array, to: KeyReceiver): Promise<string> {
  return withSecrets(secret => {
    secret(prf);
    if (prf.length !== SHARE_LENGTH) throw keyringError('KEYRING_REFUSED');
    return sealForInstallation(secret(keyOf(prf, 'passkey')), to);
  });
}

/** A password of which the vault evaluates a blinded form. */
export interface StartedPassword {
  /** For the vault. */
  readonly blinded: string;
  /**
   * Derives the key, which takes seconds, and seals it to an installation as JWE. Can be called once.
   *
   * @param evaluated - What the vault evaluated.
   * @param salt - 16 bytes, base64url.
   * @throws KEYRING_MISMATCH The vault's answer is invalid.
   */
  finish(evaluated: string, salt: string, to: KeyReceiver): Promise<string>;
}

/** Starts to derive the key of a password. The same characters in another Unicode form give the same key. */
export function startPassword(password: string): StartedPassword {
  const input = utf8ToBytes(password.normalize('NFKC'));
  const asked: BlindedInput = oprf.blind(input);
  return {
    blinded: base64urlnopad.encode(asked.element),
    finish: (evaluated, salt, to) =>
      withSecrets(secret => {
        secret(input);
        const online = secret(oprf.finalize(input, asked, base64urlnopad.decode(evaluated)));
        const offline = secret(argon2id(input, base64urlnopad.decode(salt), ARGON));
        return sealForInstallation(secret(keyOf(secret(concatBytes(online, offline)), 'password')), to);
      }),
  };
}

/** HKDF (RFC 5869) of a factor's secret. */
function keyOf(secret: Uint8Array, kind: 'passkey' | 'password'): Uint8Array {
  return hkdf(sha256, secret, undefined, `lk1|${kind}`, SHARE_LENGTH);
}
