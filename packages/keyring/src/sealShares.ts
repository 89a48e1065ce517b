import { base64urlnopad } from '@scure/base';
import { CompactEncrypt, compactDecrypt, importJWK, type JWK } from 'jose';
import { walletShare } from 'latchkit/protocol';
import { keyringError } from './keyringError.js';
import { SHARE_LENGTH } from './splitKey.js';

const AGREEMENT = 'ECDH-ES';
const CIPHER = 'A256GCM';

/** A public key of a service's key set, to which shares are sealed; `kid` identifies it. */
export type ServiceKey = JWK & { readonly kid: string };

/** Seals named shares of 32 bytes to a service as JWE (ECDH-ES, A256GCM). */
export async function sealShares(
  shares: Readonly<Record<string, Uint8Array>>,
  { kid, ...jwk }: ServiceKey,
): Promise<string> {
  const named = Object.entries(shares).map(([name, share]) => [name, base64urlnopad.encode(share)]);
  const content = new TextEncoder().encode(JSON.stringify(Object.fromEntries(named)));
  const key = await importJWK(jwk, AGREEMENT);
  const jwe = await new CompactEncrypt(content)
    .setProtectedHeader({ alg: AGREEMENT, enc: CIPHER, kid })
    .encrypt(key);
  content.fill(0);
  return jwe;
}

/**
 * Opens a share that a service sealed to this installation.
 *
 * @param jkt - Thumbprint of this installation's signing key, which the JWE must name.
 * @throws KEYRING_MISMATCH It was sealed for another installation, or is not a share.
 */
export async function openShare(
  jwe: string,
  sealingKey: CryptoKey,
  jkt: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, sealingKey, {
      keyManagementAlgorithms: [AGREEMENT],
      contentEncryptionAlgorithms: [CIPHER],
    });
    const { half: share } = walletShare.parse(JSON.parse(new TextDecoder().decode(plaintext)));
    plaintext.fill(0);
    const bytes = Uint8Array.from(base64urlnopad.decode(share));
    const isOurs = new TextDecoder().decode(base64urlnopad.decode(String(protectedHeader.apu))) === jkt;
    if (isOurs && bytes.length === SHARE_LENGTH) return bytes;
  } catch {
    // Falls through without a cause, so that the error reveals nothing of the sealed data.
  }
  throw keyringError('KEYRING_MISMATCH');
}
