import { schnorr } from '@noble/curves/secp256k1';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import type { WalletSession } from '../core/adapter/wallets/createSessions.js';
import { createFakeBitcoinSigner } from '../testing/fakeBitcoinSigner.js';
import type { BitcoinAccount, BitcoinWallet } from './account/BitcoinWallet.js';
import { readAccounts } from './account/readAccounts.js';
import { bitcoinNetwork } from './bitcoinWorld.test-support.js';
import { signPsbt } from './engine/signPsbt.js';
import { BIP_VECTORS } from './vectors.test-support.js';

const { bip86, bip174, bip371 } = BIP_VECTORS;
const read = (psbt: string) => Transaction.fromPSBT(Buffer.from(psbt, 'base64'));
const base64 = (transaction: Transaction) => Buffer.from(transaction.toPSBT(0)).toString('base64');

/** A session with a wallet that answers this PSBT, whatever it is asked. */
function sessionOf(addresses: readonly string[], answer: string) {
  const asked: string[] = [];
  const accounts = addresses.map((address): BitcoinAccount => ({ address, chains: [], details: {} }));
  const wallet: BitcoinWallet = {
    provider: undefined,
    accounts: async () => accounts,
    follow: () => () => {},
    signMessage: async () => '',
    async signPsbt({ psbt }) {
      asked.push(psbt);
      return answer;
    },
  };
  const [first, ...rest] = accounts;
  if (!first) throw new Error('The wallet has no account.');
  const session: WalletSession<BitcoinWallet> = {
    connectorId: 'vectors',
    wallet,
    accounts: [first, ...rest],
    network: bitcoinNetwork('testnet4'),
  };
  return { session, asked };
}

/** The address that an input spends from. */
function ownerOf(psbt: string): string {
  const script = read(psbt).getInput(0).witnessUtxo?.script ?? new Uint8Array();
  return Address(TEST_NETWORK).encode(OutScript.decode(script));
}

/** The PSBT before it was signed. */
function unsigned(psbt: string): string {
  const signed = read(psbt);
  const { partialSig: _, tapKeySig: __, ...input } = signed.getInput(0);
  const transaction = new Transaction();
  transaction.addInput(input);
  for (let index = 0; index < signed.outputsLength; index += 1)
    transaction.addOutput(signed.getOutput(index));
  return base64(transaction);
}

describe("BIP-86's vectors", () => {
  it.each(bip86.addresses)('are accounts for ordinals: %s', async (path, address, script) => {
    const key = HDKey.fromExtendedKey(bip86.master).derive(path).privateKey ?? new Uint8Array();
    const [, ordinal] = createFakeBitcoinSigner([Buffer.from(key).toString('hex')]).accounts('mainnet', 0);
    expect([ordinal.address, Buffer.from(ordinal.script).toString('hex')]).toEqual([address, script]);
    const accounts = readAccounts([{ address }, { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }]);
    expect(accounts.map(one => [one.address === address, one.details.type])).toEqual([
      [false, 'payment'],
      [true, 'ordinal'],
    ]);
    const transaction = new Transaction();
    const witnessUtxo = { script: ordinal.script, amount: 1_000n };
    transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo });
    transaction.addOutputAddress(address, 900n);
    const psbt = base64(transaction);
    transaction.updateInput(0, { tapInternalKey: ordinal.publicKey });
    transaction.sign(key);
    const { session } = sessionOf([address], base64(transaction));
    const request = { psbt, inputs: undefined, finalize: true, network: 'mainnet' } as const;
    expect((await signPsbt(session, request)).signed).toEqual([0]);
  });
});

describe("BIP-174's vectors", () => {
  it('keeps every field of a PSBT, and takes the signature of the wallet', async () => {
    const { partlySigned } = bip174;
    const address = ownerOf(partlySigned);
    const { session, asked } = sessionOf([address], partlySigned);
    const inputs = [{ index: 0, address }];
    const psbt = unsigned(partlySigned);
    const result = await signPsbt(session, { psbt, inputs, finalize: false, network: 'testnet4' });
    expect(asked).toEqual([psbt]);
    expect(result).toEqual({ psbt: partlySigned, signed: [0], isFinal: false });
  });
});

describe("BIP-371's vectors", () => {
  it('keeps every field of a PSBT, takes the signature of the wallet, and finalises the input', async () => {
    const { signed } = bip371;
    const { session } = sessionOf([ownerOf(signed)], signed);
    const psbt = unsigned(signed);
    const request = { psbt, inputs: undefined, network: 'testnet4' } as const;
    expect((await signPsbt(session, { ...request, finalize: false })).psbt).toBe(signed);
    const final = read((await signPsbt(session, { ...request, finalize: true })).psbt).getInput(0);
    const [signature = new Uint8Array()] = final.finalScriptWitness ?? [];
    const { script = new Uint8Array(), amount = 0n } = final.witnessUtxo ?? {};
    const digest = read(psbt).preimageWitnessV1(0, [script], 0, [amount]);
    expect(schnorr.verify(signature, digest, script.subarray(2))).toBe(true);
  });
});

describe('an invalid PSBT', () => {
  it.each([...Object.entries(bip174.invalid), ...Object.entries(bip371.invalid)])(
    'is not passed on: %s',
    async (_, psbt) => {
      const address = ownerOf(bip371.signed);
      const { session, asked } = sessionOf([address], bip371.signed);
      const request = { inputs: [{ index: 0, address }], finalize: false, network: 'testnet4' } as const;
      await expect(signPsbt(session, { ...request, psbt })).rejects.toMatchObject({
        code: 'INVALID_TRANSACTION',
      });
      expect(asked).toEqual([]);
      await expect(
        signPsbt(sessionOf([address], psbt).session, { ...request, psbt: unsigned(bip371.signed) }),
      ).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
    },
  );
});
