import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { blake2b } from '@noble/hashes/blake2';
import { verify } from '@scure/sr25519';
import { decodeSs58 } from 'latchkit/protocol';

/** The kinds of a signature with a type byte in front (MultiSignature). */
const KINDS = ['ed25519', 'sr25519', 'ecdsa'] as const;

type Kind = (typeof KINDS)[number];

const VERIFY: Readonly<
  Record<Kind, (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean>
> = {
  // Strict: a key of small order must not sign everything (RFC 8032).
  ed25519: (key, message, signature) =>
    signature.length === 64 && !isSmall(key) && ed25519.verify(signature, message, key, { zip215: false }),
  sr25519: (key, message, signature) =>
    signature.length === 64 && !isIdentity(key) && verify(message, signature, key),
  ecdsa: isEcdsa,
};

/**
 * Whether the account signed the text, as wallets wrap it: `<Bytes>…</Bytes>`.
 *
 * @param address - SS58.
 * @param signature - Hex with 0x; with or without the type byte of a MultiSignature.
 */
export function verifyPolkadotSignature(address: string, text: string, signature: string): boolean {
  const key = decodeSs58(address)?.key;
  if (!key || !/^0x(?:[0-9a-f]{2}){64,66}$/i.test(signature)) return false;
  const bytes = Uint8Array.from(Buffer.from(signature.slice(2), 'hex'));
  const message = new TextEncoder().encode(`<Bytes>${text}</Bytes>`);
  const typed = bytes.length > 64 ? KINDS[bytes[0] ?? KINDS.length] : undefined;
  const attempts: readonly (readonly [Kind, Uint8Array])[] = [
    ...(typed ? [[typed, bytes.subarray(1)] as const] : []),
    ...KINDS.map(kind => [kind, bytes] as const),
  ];
  return attempts.some(([kind, made]) => isMade(kind, key, message, made));
}

function isMade(kind: Kind, key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return VERIFY[kind](key, message, signature);
  } catch {
    // The decoder refuses the key or the signature.
    return false;
  }
}

/** The address of an ECDSA key is its hash, so the key is recovered from the signature. */
function isEcdsa(hash: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 65) return false;
  const digest = blake2b(message, { dkLen: 32 });
  const recovery = signature[64] ?? 4;
  const parsed = secp256k1.Signature.fromCompact(signature.subarray(0, 64)).addRecoveryBit(recovery);
  const publicKey = parsed.recoverPublicKey(digest).toRawBytes(true);
  return (
    Buffer.compare(blake2b(publicKey, { dkLen: 32 }), hash) === 0 &&
    secp256k1.verify(parsed, digest, publicKey)
  );
}

function isSmall(key: Uint8Array): boolean {
  return ed25519.ExtendedPoint.fromHex(key).isSmallOrder();
}

/** The identity of the group, with which anyone could sign. */
function isIdentity(key: Uint8Array): boolean {
  return key.every(byte => byte === 0);
}
