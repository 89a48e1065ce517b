import { createHash } from 'node:crypto';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1';
import {
  Address,
  NETWORK,
  OutScript,
  p2pkh,
  p2sh,
  p2wpkh,
  RawTx,
  RawWitness,
  TEST_NETWORK,
  Transaction,
} from '@scure/btc-signer';

/** Maximum length of a signature in base64. */
const LIMIT = 1_000;

/** Hash types that cover the whole transaction: the default of Taproot, and ALL. */
const ALL = 1;
const TAPROOT: readonly number[] = [0, ALL];

/**
 * Whether the account signed the text: BIP-322 simple for P2WPKH, P2SH-P2WPKH and P2TR by its key; for P2PKH, as BIP-322 requires, the
 * older recoverable signature.
 *
 * @param signature - Base64, with or without the prefix `smp` of newer BIP-322 signatures.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
export function verifyBitcoinSignature(address: string, text: string, signature: string): boolean {
  const encoded = signature.replace(/^smp/, '');
  if (encoded.length > LIMIT || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return false;
  try {
    const bytes = Buffer.from(encoded, 'base64');
    const decoded = decodeAddress(address);
    if (decoded.type === 'pkh') return isRecoverable(decoded.hash, text, bytes);
    const script = OutScript.encode(decoded);
    const signing = toSign(script, text);
    const [made, publicKey, ...more] = RawWitness.decode(bytes);
    if (made === undefined || more.length > 0) return false;
    if (decoded.type === 'tr')
      return publicKey === undefined && isTaproot(decoded.pubkey, script, made, signing);
    if (publicKey?.length !== 33 || !isScriptOf(publicKey, script)) return false;
    return isSegwit(publicKey, made, signing);
  } catch {
    // Malformed in a way that a decoder refuses.
    return false;
  }
}

function decodeAddress(address: string) {
  if (/^(bc1|[13])/.test(address)) return Address(NETWORK).decode(address);
  return Address(address.startsWith('bcrt1') ? { ...TEST_NETWORK, bech32: 'bcrt' } : TEST_NETWORK).decode(
    address,
  );
}

/** Whether the script pays a key, directly or inside of P2SH. */
function isScriptOf(publicKey: Uint8Array, script: Uint8Array): boolean {
  const direct = p2wpkh(publicKey);
  return [direct.script, p2sh(direct).script].some(one => Buffer.compare(one, script) === 0);
}

function isSegwit(publicKey: Uint8Array, signature: Uint8Array, signing: Transaction): boolean {
  if (signature.at(-1) !== ALL) return false;
  const digest = signing.preimageWitnessV0(0, p2pkh(publicKey).script, ALL, 0n);
  const parsed = secp256k1.Signature.fromDER(Buffer.from(signature.subarray(0, -1)).toString('hex'));
  return secp256k1.verify(parsed, digest, publicKey);
}

function isTaproot(
  key: Uint8Array,
  script: Uint8Array,
  signature: Uint8Array,
  signing: Transaction,
): boolean {
  const type = signature.length === 65 ? (signature[64] ?? 0) : 0;
  // A signature of 65 bytes may not repeat the default (BIP-341).
  if (!TAPROOT.includes(type) || (signature.length === 65 && type === 0)) return false;
  return schnorr.verify(signature.subarray(0, 64), signing.preimageWitnessV1(0, [script], type, [0n]), key);
}

/** The virtual transaction that a BIP-322 signature signs. */
function toSign(script: Uint8Array, text: string): Transaction {
  const spent = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xff_ff_ff_ff,
        finalScriptSig: Uint8Array.of(0, 32, ...taggedHash(text)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  const signing = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
  const txid = doubleHash(spent).reverse();
  signing.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } });
  // OP_RETURN
  signing.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  return signing;
}

/** The hash of the text, with BIP-322's tag (BIP-340). */
function taggedHash(text: string): Buffer {
  const tag = sha256('BIP0322-signed-message');
  return createHash('sha256').update(tag).update(tag).update(text, 'utf8').digest();
}

/** Whether a recoverable signature (BIP-137) is of the key with this hash. */
function isRecoverable(hash: Uint8Array, text: string, bytes: Uint8Array): boolean {
  const [header = 0] = bytes;
  if (bytes.length !== 65 || header < 27 || header > 34) return false;
  const compressed = header >= 31;
  const digest = doubleHash(framed(text));
  const signature = secp256k1.Signature.fromCompact(bytes.subarray(1)).addRecoveryBit((header - 27) & 3);
  const publicKey = signature.recoverPublicKey(digest).toRawBytes(compressed);
  const script = OutScript.decode(p2pkh(publicKey).script);
  return (
    script.type === 'pkh' &&
    Buffer.compare(script.hash, hash) === 0 &&
    secp256k1.verify(signature, digest, publicKey)
  );
}

function framed(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const length =
    bytes.length < 253 ? Buffer.of(bytes.length) : Buffer.of(253, bytes.length & 0xff, bytes.length >> 8);
  if (bytes.length > 0xff_ff) throw new RangeError('The text is too long.');
  return Buffer.concat([Buffer.of(24), Buffer.from('Bitcoin Signed Message:\n'), length, bytes]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

const doubleHash = (data: Uint8Array) => sha256(sha256(data));
