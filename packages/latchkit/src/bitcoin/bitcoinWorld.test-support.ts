import { schnorr, secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';
import { Address, OutScript, p2pkh, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import type { CaipNetwork } from '../core/adapter/Network.js';
import type { FakeBitcoinNetwork } from '../testing/fakeBitcoinSigner.js';
import { BITCOIN } from './account/bitcoinChains.js';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

/** A network of Bitcoin as a host lists it. */
export function bitcoinNetwork(name: FakeBitcoinNetwork): CaipNetwork {
  const caipNetworkId = BITCOIN[name];
  return {
    id: caipNetworkId.slice('bip122:'.length),
    caipNetworkId,
    chainNamespace: 'bip122',
    name: `Bitcoin ${name}`,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [] } },
  };
}

/** Verifies a BIP-322 signature of a regtest address: P2WPKH, or P2TR by its key. */
export async function verifiesBip322(message: string, signature: string, address: string): Promise<boolean> {
  const decoded = Address(REGTEST).decode(address);
  const script = OutScript.encode(decoded);
  const prefix = sha256(utf8ToBytes('BIP0322-signed-message'));
  const hash = sha256(Uint8Array.of(...prefix, ...prefix, ...utf8ToBytes(message)));
  const spent = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xff_ff_ff_ff,
        finalScriptSig: Uint8Array.of(0, 32, ...hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  const signing = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
  signing.addInput({
    txid: sha256(sha256(spent)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
  });
  signing.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  const [made, publicKey] = RawWitness.decode(Buffer.from(signature, 'base64'));
  if (!made) return false;
  if (decoded.type === 'tr') {
    return schnorr.verify(made, signing.preimageWitnessV1(0, [script], 0, [0n]), decoded.pubkey);
  }
  if (!publicKey) return false;
  const digest = signing.preimageWitnessV0(0, p2pkh(publicKey).script, 1, 0n);
  return secp256k1.verify(made.slice(0, -1), digest, publicKey);
}
