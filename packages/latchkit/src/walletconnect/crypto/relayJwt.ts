import { concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import { base64 } from '../../protocol/bytes.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { createSigner } from './createSigner.js';

/** Seconds that a token is backdated, half of its life: the clock of a page may be hours off, either way, and the relay's decides. */
const SKEW = walletConnectTimes.oneDay / 2;

/** Multicodec prefix of an Ed25519 public key. */
const ED25519_CODEC = Uint8Array.of(0xed, 0x01);

export interface RelayJwtOptions {
  /** Ed25519 private key, 32 bytes as hex. */
  readonly privateKey: string;
  /** URL of the relay. */
  readonly audience: string;
  /** 32 random bytes as hex. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the did:key of an Ed25519 public key; the relay identifies clients by it. */
export function didKeyOf(publicKey: Uint8Array): string {
  return `did:key:z${base58.encode(concatBytes(ED25519_CODEC, publicKey))}`;
}

const part = (value: object) => base64.encodeUrl(utf8ToBytes(JSON.stringify(value)));

/** Creates the token that authenticates a socket: an EdDSA JWT (RFC 8037), valid for 24 hours. */
export async function relayJwt({ privateKey, audience, subject, now }: RelayJwtOptions): Promise<string> {
  const { publicKey, sign } = await createSigner(privateKey);
  const iat = Math.floor(now / 1_000) - SKEW;
  const exp = iat + walletConnectTimes.oneDay;
  const payload = { iss: didKeyOf(publicKey), sub: subject, aud: audience, iat, exp };
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(payload)}`;
  return `${signed}.${base64.encodeUrl(await sign(new TextEncoder().encode(signed)))}`;
}
