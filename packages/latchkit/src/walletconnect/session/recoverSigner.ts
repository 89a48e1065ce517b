import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';

/**
 * Returns the lower-case address whose key signed a text (EIP-191), or undefined for an invalid signature.
 *
 * @param signature 65 bytes as hex with 0x.
 */
export function recoverSigner(message: string, signature: string): string | undefined {
  try {
    const bytes = hexToBytes(signature.replace(/^0x/, ''));
    const recovery = (bytes[64] ?? 0) % 27;
    if (bytes.length !== 65 || recovery > 1) return undefined;
    const text = utf8ToBytes(message);
    const hash = keccak_256(concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${text.length}`), text));
    const point = secp256k1.Signature.fromCompact(bytes.subarray(0, 64))
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash);
    return `0x${bytesToHex(keccak_256(point.toRawBytes(false).subarray(1)).subarray(12))}`;
  } catch {
    return undefined;
  }
}
