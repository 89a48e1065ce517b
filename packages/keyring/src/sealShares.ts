import { base64urlnopad } from '@scure/base';
import type { JWK } from 'jose';
import { type P256PublicJwk, p256PublicJwk, walletShare, wrappedShare } from 'latchkit/protocol';
import { keyringError } from './keyringError.js';
import { openJwe, sealJwe } from './sealJwe.js';
import { SHARE_LENGTH } from './splitKey.js';

/** A public key of a service's key set, to which shares are sealed; `kid` identifies it. */
export type ServiceKey = JWK & { readonly kid: string };

/** Seals named shares of 32 bytes to a service as JWE (ECDH-ES, A256GCM). */
export async function sealShares(
  shares: Readonly<Record<string, Uint8Array>>,
  { kid, kty, crv, x, y }: ServiceKey,
): Promise<string> {
  const named = Object.entries(shares).map(([name, share]) => [name, base64urlnopad.encode(share)]);
  const content = new TextEncoder().encode(JSON.stringify(Object.fromEntries(named)));
  const jwe = await sealJwe(content, p256PublicJwk.parse({ kty, crv, x, y }), { kid });
  content.fill(0);
  return jwe;
}

/** An installation that may open what a wallet page seals to it. */
export interface KeyReceiver {
  /** Its sealing key. */
  readonly encJwk: P256PublicJwk;
  /** Thumbprint of its signing key. */
  readonly jkt: string;
}

/**
 * Seals a key of 32 bytes to an installation as JWE, in the form in which the services seal shares.
 *
 * @param purpose - What `openShare` has to expect. Default: none.
 */
export async function sealForInstallation(
  key: Uint8Array,
  { encJwk, jkt }: KeyReceiver,
  purpose?: string,
): Promise<string> {
  const header = (text: string) => base64urlnopad.encode(new TextEncoder().encode(text));
  const content = new TextEncoder().encode(JSON.stringify({ half: base64urlnopad.encode(key) }));
  const jwe = await sealJwe(content, encJwk, {
    apu: header(jkt),
    ...(purpose !== undefined && { apv: header(purpose) }),
  });
  content.fill(0);
  return jwe;
}

/**
 * Opens a share that was sealed to this installation by a service, or a key that a wallet page sealed to it.
 *
 * @param jkt - Thumbprint of this installation's signing key, which the JWE must name.
 * @param purpose - What the JWE must be for. Default: anything.
 * @throws KEYRING_MISMATCH It was sealed for another installation or purpose, or is not a share.
 */
export async function openShare(
  jwe: string,
  sealingKey: CryptoKey,
  jkt: string,
  purpose?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { half: share } = await openContent(jwe, sealingKey, jkt, walletShare, purpose);
  const bytes = Uint8Array.from(base64urlnopad.decode(share));
  if (bytes.length === SHARE_LENGTH) return bytes;
  throw keyringError('KEYRING_MISMATCH');
}

/** Opens the vault's share as `wrapShare` encrypted it. @throws KEYRING_MISMATCH */
export async function openWrapped(jwe: string, sealingKey: CryptoKey, jkt: string): Promise<string> {
  return (await openContent(jwe, sealingKey, jkt, wrappedShare)).wrapped;
}

async function openContent<Content>(
  jwe: string,
  sealingKey: CryptoKey,
  jkt: string,
  schema: { readonly parse: (content: unknown) => Content },
  purpose?: string,
): Promise<Content> {
  try {
    const { content, apu, apv } = await openJwe(jwe, sealingKey);
    const parsed = schema.parse(JSON.parse(new TextDecoder().decode(content)));
    content.fill(0);
    if (apu === jkt && (purpose === undefined || apv === purpose)) return parsed;
  } catch {
    // Falls through without a cause, so that the error reveals nothing of the sealed data.
  }
  throw keyringError('KEYRING_MISMATCH');
}
