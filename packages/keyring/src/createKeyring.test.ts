import {
  type Address,
  createKeyPairSignerFromBytes,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getPublicKeyFromAddress,
  type SignatureBytes,
  verifySignature,
} from '@solana/kit';
import fc from 'fast-check';
import { smartAccountAddress, walletProofText } from 'latchkit/protocol';
import {
  hexToBytes,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerialized,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { approved, confirm, made, ORIGIN, WALLET } from '../test/createdWallet.js';
import { memoryInstallation } from '../test/memoryInstallation.js';
import { exportShareFor, scriptedServices, sealFor, shareFor } from '../test/scriptedServices.js';
import { createKeyring } from './createKeyring.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import { sealPasskeyFactor } from './sealFactor.js';

describe('createKeyring', () => {
  it("creates a wallet whose keys are proved and which can't be opened before it is confirmed", async () => {
    const services = await scriptedServices();
    const installation = await memoryInstallation();
    const keyring = createKeyring({ installation, origin: ORIGIN });
    const { addresses, proofs, ...set } = await keyring.create(WALLET, services.keys);
    const text = walletProofText(WALLET, installation.jkt);
    const signed = (address: string, signature: string) =>
      verifyMessage({
        address: address as `0x${string}`,
        message: text,
        signature: signature as `0x${string}`,
      });
    expect(await signed(addresses.evm, proofs.evm)).toBe(true);
    expect(await signed(addresses.owner, proofs.owner)).toBe(true);
    expect(await isSolanaSigned(addresses.solana, proofs.solana, new TextEncoder().encode(text))).toBe(true);
    expect(set.epoch).toBe(1);
    expect([keyring.wallet(), installation.deviceShares]).toEqual([undefined, []]);
    await expect(keyring.rekey(services.keys, { mode: 'automatic' })).rejects.toMatchObject({
      code: 'KEYRING_LOCKED',
    });
  });

  it('creates a second wallet with a passkey in another keyring of the installation, which leaves the first one open', async () => {
    const { installation, services, keyring, set } = await made();
    const second = createKeyring({ installation, origin: ORIGIN });
    const id = '01890a5d-ac96-774b-bcce-b302099a8058';
    const factor = () => sealPasskeyFactor(new Uint8Array(32).fill(1), installation);
    const factors = [{ id: 'a', jwe: await factor() }];
    const next = await second.createSecond(id, services.keys, { mode: 'passkey', factors });
    expect(next).toMatchObject({ walletId: id, epoch: 1, wraps: [{ id: 'a' }] });
    expect(next.share).toBeUndefined();
    expect(next.addresses).not.toEqual(set.addresses);
    const { device, recovery } = await services.openShares(next.halves);
    const wallet = { ...next, recoveryVersion: 1 };
    const released = (share: Uint8Array) => shareFor(installation, { ...next, wallet }, share);
    const vaultShare = await sealFor(installation, { wrapped: next.wraps?.[0]?.wrapped ?? '' });
    await second.confirm(await released(device), await released(recovery), vaultShare, await factor());
    expect(second.wallet()?.walletId).toBe(id);
    expect(keyring.wallet()?.walletId).toBe(WALLET);
  });

  it('exports the words and keys of its addresses with a released share only, and leaves nothing in memory', async () => {
    const { keyring, installation, stored, set, clock } = await made();
    const share = await exportShareFor(installation, stored, stored.device);
    const { phrase, evm, owner, solana, smartAccount } = await keyring.exportWallet(share);
    expect(new TextDecoder().decode(smartAccount)).toBe(smartAccountAddress(set.addresses.owner));
    const words = new TextDecoder().decode(phrase);
    expect(words.split(' ')).toHaveLength(24);
    const at = (index: number) => mnemonicToAccount(words, { path: `m/44'/60'/0'/0/${index}` }).address;
    expect([at(0), at(1)]).toEqual([set.addresses.evm, set.addresses.owner]);
    expect(privateKeyToAddress(toHex(evm))).toBe(set.addresses.evm);
    expect(privateKeyToAddress(toHex(owner))).toBe(set.addresses.owner);
    expect((await createKeyPairSignerFromBytes(solana)).address).toBe(set.addresses.solana);
    // The share that was unlocked is still there; the exported one was not kept.
    expect(keyring.wallet()).toEqual(stored.wallet);
    clock.now += 5 * 60_000;
    await keyring.exportWallet(share);
    expect(keyring.wallet()).toBeUndefined();
  });

  it('exports nothing with a share that was released to sign, or for another installation, or of another set', async () => {
    const { keyring, installation, stored } = await made();
    const other = await memoryInstallation();
    const foreign = await exportShareFor(other, stored, stored.device);
    await expect(keyring.exportWallet(foreign)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
    const share = await exportShareFor(installation, stored, stored.recovery);
    await expect(keyring.exportWallet(share)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
    const signing = await shareFor(installation, stored, stored.device);
    await expect(keyring.exportWallet(signing)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
    installation.deviceShares = [];
    const good = await exportShareFor(installation, stored, stored.device);
    await expect(keyring.exportWallet(good)).rejects.toMatchObject({ code: 'KEYRING_LOCKED' });
  });

  it('signs messages and typed data that verify', async () => {
    const { keyring, clock, set } = await made();
    const evm = set.addresses.evm as `0x${string}`;
    const message: SigningRequest = {
      ...{ id: 'a', kind: 'message', chainId: 'eip155:1', account: evm, payload: toHex('hello') },
    };
    const signature = (await keyring.sign(message, await approved(message, clock.now))) as `0x${string}`;
    expect(await verifyMessage({ address: evm, message: 'hello', signature })).toBe(true);
    const typed = {
      domain: { name: 'Shop', chainId: 1 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: '12' },
    } as const;
    const order: SigningRequest = { ...message, id: 'b', kind: 'typedData', payload: JSON.stringify(typed) };
    const second = (await keyring.sign(order, await approved(order, clock.now))) as `0x${string}`;
    const expected = { ...typed, message: { amount: 12n } };
    expect(await verifyTypedData({ ...expected, address: evm, signature: second })).toBe(true);
  });

  it('signs transactions only for the chain that was shown', async () => {
    const { keyring, clock, set } = await made();
    const account = set.addresses.evm;
    const payload = serializeTransaction({
      ...{ type: 'eip1559', chainId: 10, nonce: 3, gas: 21_000n, to: `0x${'11'.repeat(20)}`, value: 5n },
      ...{ maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
    });
    const request: SigningRequest = { id: 'a', kind: 'transaction', chainId: 'eip155:10', account, payload };
    const signed = (await keyring.sign(request, await approved(request, clock.now))) as TransactionSerialized;
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(account);
    expect(parseTransaction(signed)).toMatchObject({ nonce: 3, value: 5n, chainId: 10 });
    const other: SigningRequest = { ...request, id: 'b', chainId: 'eip155:1' };
    await expect(keyring.sign(other, await approved(other, clock.now))).rejects.toMatchObject({
      code: 'KEYRING_REFUSED',
    });
  });

  it('signs for Solana; a message that is a transaction is refused', async () => {
    const { keyring, clock, set } = await made();
    const account = set.addresses.solana;
    const text = new TextEncoder().encode('shop.example wants you to sign in');
    const base = { chainId: 'solana:mainnet', account } as const;
    const message: SigningRequest = { ...base, id: 'a', kind: 'solanaMessage', payload: encode(text) };
    const signature = await keyring.sign(message, await approved(message, clock.now));
    expect(await isSolanaSigned(account, signature, text)).toBe(true);
    const payment = solanaPayment(account);
    const disguised: SigningRequest = { ...message, id: 'b', payload: encode(payment) };
    await expect(keyring.sign(disguised, await approved(disguised, clock.now))).rejects.toMatchObject({
      code: 'KEYRING_REFUSED',
    });
    // Version 1 has another header layout, which the keyring doesn't read.
    const later = new Uint8Array([0x81, 1, 0, 1, 0, 0, 0, 0, ...new Uint8Array(32).fill(9), 1, 1]);
    const ofVersion1: SigningRequest = { ...message, id: 'd', payload: encode(later) };
    await expect(keyring.sign(ofVersion1, await approved(ofVersion1, clock.now))).rejects.toMatchObject({
      code: 'KEYRING_REFUSED',
    });
    const wire = new Uint8Array([1, ...new Uint8Array(64), ...payment]);
    const request: SigningRequest = { ...base, id: 'c', kind: 'solanaTransaction', payload: encode(wire) };
    const signed = getBase64Encoder().encode(await keyring.sign(request, await approved(request, clock.now)));
    expect(signed.slice(65)).toEqual(payment);
    expect(await verifyBytes(account, signed.slice(1, 65), payment)).toBe(true);
  });

  it('signs what was shown, where it was shown, once, and soon [SEC-63]', async () => {
    const { keyring, clock, set } = await made();
    const request: SigningRequest = {
      ...{
        id: 'a',
        kind: 'message',
        chainId: 'eip155:1',
        account: set.addresses.evm,
        payload: toHex('hello'),
      },
    };
    const refused = async (change: Partial<Approval>, asked = request) =>
      expect(keyring.sign(asked, await approved(request, clock.now, change))).rejects.toMatchObject({
        code: 'KEYRING_APPROVAL',
      });
    await refused({ digest: 'x' });
    await refused({ origin: 'https://evil.example' });
    await refused({ id: 'b' });
    await refused({ decidedAt: clock.now + 1 });
    // Too old, and for no other reason.
    await refused({ armedAt: clock.now - 20_000, decidedAt: clock.now - 10_001 });
    const inTime = await approved({ ...request, id: 'z' }, clock.now, {
      ...{ armedAt: clock.now - 20_000, decidedAt: clock.now - 10_000 },
    });
    expect(await keyring.sign({ ...request, id: 'z' }, inTime)).toMatch(/^0x/);
    await refused({ armedAt: clock.now + 1 });
    await refused({}, { ...request, payload: toHex('hello!') });
    await refused({}, { ...request, chainId: 'eip155:10' });
    const approval = await approved(request, clock.now);
    await keyring.sign(request, approval);
    await expect(keyring.sign(request, approval)).rejects.toMatchObject({ code: 'KEYRING_APPROVAL' });
  });

  it("signs only for its own accounts and never with the smart account's owner key", async () => {
    const { keyring, clock, set } = await made();
    for (const account of [set.addresses.owner, `0x${'22'.repeat(20)}`, set.addresses.solana]) {
      const request: SigningRequest = {
        ...{ id: account, kind: 'message', chainId: 'eip155:1', account, payload: toHex('hello') },
      };
      await expect(keyring.sign(request, await approved(request, clock.now))).rejects.toMatchObject({
        code: 'KEYRING_REFUSED',
      });
    }
  });

  it("locks after five minutes and unlocks with the wallet service's share", async () => {
    const { keyring, clock, installation, stored } = await made();
    clock.now += 5 * 60_000 - 1;
    expect(keyring.wallet()).toEqual(stored.wallet);
    clock.now += 1;
    expect(keyring.wallet()).toBeUndefined();
    await keyring.unlock(await shareFor(installation, stored, stored.device));
    expect(keyring.wallet()).toEqual(stored.wallet);
    keyring.lock();
    expect(keyring.wallet()).toBeUndefined();
  });

  it('opens the recovery set in another installation: the same addresses, and a device share of its own [SEC-53]', async () => {
    const { services, stored, clock } = await made();
    const installation = await memoryInstallation();
    const keyring = createKeyring({ installation, origin: ORIGIN, now: () => clock.now });
    const answer = await keyring.recover(
      await shareFor(installation, stored, stored.recovery),
      await sealFor(installation, stored.vault),
      services.keys.walletService,
    );
    expect(keyring.wallet()).toEqual(stored.wallet);
    const share = await services.openAtWalletService(answer.half);
    expect(share).not.toEqual(stored.device);
    const again = createKeyring({ installation, origin: ORIGIN, now: () => clock.now });
    await again.unlock(await shareFor(installation, stored, share));
    const { addresses } = stored.wallet;
    expect(again.wallet()?.addresses).toEqual(addresses);
    expect(smartAccountAddress(again.wallet()?.addresses.owner ?? '')).toBe(
      smartAccountAddress(addresses.owner),
    );
    // One installation's share does not open the other's share set.
    again.lock();
    await expect(again.unlock(await shareFor(installation, stored, stored.device))).rejects.toMatchObject({
      code: 'KEYRING_MISMATCH',
    });
  });

  it('encrypts the same seed with a new key and invalidates old shares', async () => {
    const { keyring, services, installation, stored } = await made();
    const next = await services.store(await keyring.rekey(services.keys, { mode: 'automatic' }));
    expect(next.wallet).toEqual({ ...stored.wallet, epoch: 2 });
    await confirm(keyring, installation, next);
    expect(keyring.wallet()).toEqual(next.wallet);
    keyring.lock();
    await expect(keyring.unlock(await shareFor(installation, next, stored.device))).rejects.toMatchObject({
      code: 'KEYRING_MISMATCH',
    });
    // Until the services commit it, the previous epoch's share set still opens.
    await keyring.unlock(await shareFor(installation, stored, stored.device));
    expect(keyring.wallet()).toEqual(stored.wallet);
  });

  it('aborts when any bit of a share or of the sealed seed was changed [SEC-47]', async () => {
    const { keyring, installation, stored } = await made();
    keyring.lock();
    const [deviceShare] = installation.deviceShares;
    if (!deviceShare) throw new Error('no device share');
    const flipped = (bytes: Uint8Array, bit: number) =>
      Uint8Array.from(bytes, (byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    const sealed = getBase64UrlBytes(stored.sealedSeed);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('A', 'D', 'seed'), fc.nat({ max: 255 }), async (what, bit) => {
        installation.deviceShares = [
          { ...deviceShare, share: what === 'D' ? flipped(deviceShare.share, bit) : deviceShare.share },
        ];
        const device = what === 'A' ? flipped(stored.device, bit) : stored.device;
        const sealedSeed =
          what === 'seed' ? toBase64Url(flipped(sealed, bit % (sealed.length * 8))) : stored.sealedSeed;
        const share = await shareFor(installation, { ...stored, sealedSeed }, device);
        await expect(keyring.unlock(share)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
        expect(keyring.wallet()).toBeUndefined();
      }),
      { numRuns: 60 },
    );
    const recovery = await shareFor(installation, stored, stored.recovery);
    const bad = await sealFor(installation, flipped(stored.vault, 77));
    const { keys } = await scriptedServices();
    await expect(keyring.recover(recovery, bad, keys.walletService)).rejects.toMatchObject({
      code: 'KEYRING_MISMATCH',
    });
  });

  it('refuses shares sealed for another installation and a wallet with other addresses', async () => {
    const { keyring, installation, stored } = await made();
    keyring.lock();
    const other = await memoryInstallation();
    const share = await shareFor(installation, stored, stored.device);
    const mismatch = { code: 'KEYRING_MISMATCH' };
    await expect(
      keyring.unlock({ ...share, jwe: await sealFor(other, stored.device) }),
    ).rejects.toMatchObject(mismatch);
    const misnamed = await sealFor(installation, stored.device, other.jkt);
    await expect(keyring.unlock({ ...share, jwe: misnamed })).rejects.toMatchObject(mismatch);
    const addresses = { ...stored.wallet.addresses, evm: `0x${'33'.repeat(20)}` };
    const wallet = { ...stored.wallet, addresses };
    await expect(keyring.unlock({ ...share, wallet })).rejects.toMatchObject(mismatch);
  });

  it('confirms only a share set that it created', async () => {
    const { services, installation, keyring } = await made();
    const set = await keyring.create(WALLET, services.keys);
    const stored = await services.store(set);
    const vault = await sealFor(installation, stored.vault);
    const device = await shareFor(installation, stored, stored.device);
    const recovery = await shareFor(installation, stored, stored.recovery);
    const swapped = await shareFor(installation, stored, stored.recovery);
    await expect(keyring.confirm(swapped, recovery, vault)).rejects.toMatchObject({
      code: 'KEYRING_MISMATCH',
    });
    const foreign = { ...device, wallet: { ...device.wallet, epoch: 2 } };
    await expect(keyring.confirm(foreign, recovery, vault)).rejects.toMatchObject({
      code: 'KEYRING_MISMATCH',
    });
    await keyring.confirm(device, recovery, vault);
    expect(keyring.wallet()).toEqual(stored.wallet);
  });
});

const encode = (bytes: Uint8Array) => getBase64Decoder().decode(bytes);
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const getBase64UrlBytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

async function isSolanaSigned(address: string, signature: string, bytes: Uint8Array): Promise<boolean> {
  return verifyBytes(address, getBase58Encoder().encode(signature), bytes);
}

async function verifyBytes(
  address: string,
  signature: Iterable<number>,
  bytes: Uint8Array,
): Promise<boolean> {
  const key = await getPublicKeyFromAddress(address as Address);
  return verifySignature(key, Uint8Array.from(signature) as unknown as SignatureBytes, bytes);
}

/** The bytes of a message that pays one lamport: header, accounts, blockhash, one instruction. */
function solanaPayment(payer: string): Uint8Array {
  const from = getBase58Encoder().encode(payer);
  const to = new Uint8Array(32).fill(9);
  const system = new Uint8Array(32);
  const data = [2, 0, 0, 0, ...hexToBytes('0x0100000000000000')];
  return new Uint8Array([
    ...[1, 0, 1, 3],
    ...from,
    ...to,
    ...system,
    ...new Uint8Array(32).fill(5),
    ...[1, 2, 2, 0, 1, data.length],
    ...data,
  ]);
}
