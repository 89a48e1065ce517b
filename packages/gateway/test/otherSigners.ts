import { ed25519 } from '@noble/curves/ed25519';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1';
import { blake2b } from '@noble/hashes/blake2';
import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';
import { p2pkh, p2sh, p2tr, p2wpkh, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519';
import { encodeSs58 } from 'latchkit/protocol';
import type { Signer } from './signInClient.js';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const REGTEST_CHAIN = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328';
const KEY = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

/** The types of Bitcoin addresses whose keys can sign in. */
export type BitcoinType = 'p2wpkh' | 'p2sh' | 'p2tr' | 'p2pkh';

/** A Bitcoin account of a type with its key. */
export function bitcoinSigner(type: BitcoinType): Signer {
  const publicKey = secp256k1.getPublicKey(KEY, true);
  const payments = {
    p2wpkh: p2wpkh(publicKey, REGTEST),
    p2sh: p2sh(p2wpkh(publicKey, REGTEST), REGTEST),
    p2tr: p2tr(schnorr.getPublicKey(KEY), undefined, REGTEST),
    p2pkh: p2pkh(publicKey, REGTEST),
  };
  const { address = '', script } = payments[type];
  const input =
    type === 'p2tr'
      ? { tapInternalKey: schnorr.getPublicKey(KEY) }
      : type === 'p2sh'
        ? { redeemScript: payments.p2wpkh.script }
        : {};
  return {
    chainId: REGTEST_CHAIN,
    address,
    sign: async text => (type === 'p2pkh' ? recoverable(text) : simple(text, script, input)),
  };
}

/** Signs with BIP-322, simple. */
function simple(text: string, script: Uint8Array, input: object): string {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'));
  const hash = sha256(Uint8Array.of(...tag, ...tag, ...utf8ToBytes(text)));
  const finalScriptSig = Uint8Array.of(0, 32, ...hash);
  const spent = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xff_ff_ff_ff, finalScriptSig, sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  const signing = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
  const txid = sha256(sha256(spent)).reverse();
  signing.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n }, ...input });
  signing.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  signing.signIdx(KEY, 0);
  signing.finalizeIdx(0);
  const witness = RawWitness.encode(signing.getInput(0).finalScriptWitness ?? []);
  return Buffer.from(witness).toString('base64');
}

/** Signs as Bitcoin nodes do (BIP-137). */
function recoverable(text: string): string {
  const bytes = utf8ToBytes(text);
  const length = bytes.length < 253 ? [bytes.length] : [253, bytes.length & 0xff, bytes.length >> 8];
  const framed = Uint8Array.of(24, ...utf8ToBytes('Bitcoin Signed Message:\n'), ...length, ...bytes);
  const signature = secp256k1.sign(sha256(sha256(framed)), KEY);
  return Buffer.of(31 + signature.recovery, ...signature.toCompactRawBytes()).toString('base64');
}

/** The kinds of keys of Polkadot. */
export type PolkadotKind = 'sr25519' | 'ed25519' | 'ecdsa';

/** A Polkadot account with its key. `typed`: its signatures name their kind. */
export function polkadotSigner(kind: PolkadotKind, typed = false): Signer {
  const secret = secretFromSeed(KEY);
  const publicKey = {
    sr25519: getPublicKey(secret),
    ed25519: ed25519.getPublicKey(KEY),
    ecdsa: blake2b(secp256k1.getPublicKey(KEY, true), { dkLen: 32 }),
  }[kind];
  const make = (message: Uint8Array): Uint8Array => {
    if (kind === 'sr25519') return sign(secret, message);
    if (kind === 'ed25519') return ed25519.sign(message, KEY);
    const signature = secp256k1.sign(blake2b(message, { dkLen: 32 }), KEY);
    return Uint8Array.of(...signature.toCompactRawBytes(), signature.recovery);
  };
  const type = { ed25519: 0, sr25519: 1, ecdsa: 2 }[kind];
  return {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: encodeSs58(publicKey, 0),
    sign: async text => {
      const signature = make(utf8ToBytes(`<Bytes>${text}</Bytes>`));
      return `0x${Buffer.of(...(typed ? [type] : []), ...signature).toString('hex')}`;
    },
  };
}
