import { schnorr, secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import { NETWORK, p2tr, p2wpkh, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import type { BitcoinKey } from './bitcoinAccounts.js';
import { WalletRpcError } from './WalletRpcError.js';

/** The networks whose addresses a fake Bitcoin wallet has. */
export type FakeBitcoinNetwork = 'mainnet' | 'testnet4' | 'signet' | 'regtest';

/** One address of a fake wallet. */
export interface BitcoinKeyAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly purpose: 'payment' | 'ordinals';
  readonly path: string;
  readonly script: Uint8Array;
  readonly key: Uint8Array;
}

/** The keys of a fake Bitcoin wallet. The only part that needs @scure/btc-signer; loaded at the wallet's first request. */
export interface FakeBitcoinSigner {
  /** A payment account (P2WPKH) and one for ordinals (P2TR) of a key. */
  accounts(network: FakeBitcoinNetwork, index: number): readonly [BitcoinKeyAccount, BitcoinKeyAccount];
  /** BIP-322 simple, or a recoverable signature (BIP-137). */
  signMessage(account: BitcoinKeyAccount, message: string, format: 'bip322' | 'ecdsa'): Uint8Array;
  /** Signs inputs of a PSBT, and finalises them if asked. */
  signPsbt(
    psbt: Uint8Array,
    inputs: readonly { readonly index: number; readonly account: BitcoinKeyAccount }[],
    finalize: boolean,
  ): Uint8Array;
  /** Pays one sat less with a PSBT, as a hostile wallet would. */
  alter(psbt: Uint8Array): Uint8Array;
}

const NETWORKS = {
  mainnet: NETWORK,
  testnet4: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
} as const;

export function createFakeBitcoinSigner(keys: readonly BitcoinKey[]): FakeBitcoinSigner {
  const made = (network: FakeBitcoinNetwork, index: number) => {
    const key = hexToBytes(keys[index] ?? '');
    const publicKey = secp256k1.getPublicKey(key, true);
    const payment = p2wpkh(publicKey, NETWORKS[network]);
    const ordinals = p2tr(schnorr.getPublicKey(key), undefined, NETWORKS[network]);
    const coin = network === 'mainnet' ? 0 : 1;
    return [
      {
        address: payment.address ?? '',
        publicKey,
        purpose: 'payment',
        path: `m/84'/${coin}'/0'/0/${index}`,
        script: payment.script,
        key,
      },
      {
        address: ordinals.address ?? '',
        publicKey: schnorr.getPublicKey(key),
        purpose: 'ordinals',
        path: `m/86'/${coin}'/0'/0/${index}`,
        script: ordinals.script,
        key,
      },
    ] as const;
  };
  return {
    accounts: made,
    signMessage: (account, message, format) =>
      format === 'bip322' ? signBip322(account, message) : signRecoverable(account, message),
    signPsbt(psbt, inputs, finalize) {
      const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true, unknown: 'ignore' });
      for (const { index, account } of inputs) {
        if (!transaction.getInput(index).tapInternalKey && account.purpose === 'ordinals') {
          transaction.updateInput(index, { tapInternalKey: account.publicKey });
        }
        if (!transaction.signIdx(account.key, index))
          throw new WalletRpcError(-32602, 'Not an input of the account.');
        if (finalize) transaction.finalizeIdx(index);
      }
      return transaction.toPSBT(0);
    },
    alter(psbt) {
      const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true });
      const { amount = 1n } = transaction.getOutput(0);
      transaction.updateOutput(0, { amount: amount - 1n });
      return transaction.toPSBT(0);
    },
  };
}

/** The hash of a text with a tag (BIP-340). */
function taggedHash(tag: string, text: string): Uint8Array {
  const prefix = sha256(utf8ToBytes(tag));
  return sha256(Uint8Array.of(...prefix, ...prefix, ...utf8ToBytes(text)));
}

/** Signs the virtual transaction of BIP-322. */
function signBip322({ script, key, purpose, publicKey }: BitcoinKeyAccount, message: string): Uint8Array {
  const spent = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xff_ff_ff_ff,
        finalScriptSig: Uint8Array.of(0, 32, ...taggedHash('BIP0322-signed-message', message)),
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
    ...(purpose === 'ordinals' ? { tapInternalKey: publicKey } : {}),
  });
  // OP_RETURN
  signing.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  signing.signIdx(key, 0);
  signing.finalizeIdx(0);
  return RawWitness.encode(signing.getInput(0).finalScriptWitness ?? []);
}

/** Signs as Bitcoin nodes always have, with the header of a P2WPKH address (BIP-137). */
function signRecoverable({ key }: BitcoinKeyAccount, message: string): Uint8Array {
  const text = utf8ToBytes(message);
  if (text.length > 252) throw new WalletRpcError(-32602, 'The text is too long.');
  const framed = Uint8Array.of(24, ...utf8ToBytes('Bitcoin Signed Message:\n'), text.length, ...text);
  const signature = secp256k1.sign(sha256(sha256(framed)), key);
  return Uint8Array.of(39 + signature.recovery, ...signature.toCompactRawBytes());
}
