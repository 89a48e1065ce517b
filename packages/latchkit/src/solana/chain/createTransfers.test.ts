import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { type Address, createSolanaRpc, generateKeyPairSigner, type Signature } from '@solana/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentTransaction, TransferRequest } from '../../core/adapter/Transaction.js';
import { conformanceChain } from '../solanaChain.test-support.js';
import { devnetNetwork, type SolanaWorld, solanaWorld } from '../solanaWorld.test-support.js';
import { findTokenAccount } from './tokenPrograms.js';

const [USDC, BONUS] = DEVELOPMENT_TOKENS;
const TOKEN_ACCOUNT_RENT = 2_039_280n;

let devnet: SolanaDevnet;
let world: SolanaWorld;
let address: string;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 50, blockhashSlots: 100 });
});
afterAll(() => devnet?.close());
beforeEach(async () => {
  world = await solanaWorld({ networks: [devnetNetwork(devnet)] });
  [address] = (await world.connect()).accounts;
});
afterEach(() => {
  world.host.destroy();
  vi.unstubAllGlobals();
});

const chain = conformanceChain(() => devnet);
const { signal } = new AbortController();
const stranger = async () => (await generateKeyPairSigner()).address;
const request = async (change: Partial<TransferRequest> = {}): Promise<TransferRequest> => ({
  connectorId: world.id,
  address,
  network: devnetNetwork(devnet),
  to: await stranger(),
  amount: 1_000_000_000n,
  signal,
  ...change,
});
const prepare = async (change?: Partial<TransferRequest>) => {
  const prepared = await world.adapter.prepareTransfer?.(await request(change));
  if (!prepared) throw new Error('no prepareTransfer');
  return prepared;
};
const transfer = async (change?: Partial<TransferRequest>): Promise<SentTransaction> => {
  const sent = await world.adapter.transfer?.(await request(change));
  if (!sent) throw new Error('no transfer');
  return sent;
};
const wait = (sent: SentTransaction) =>
  world.adapter.waitForTransaction?.({ ...sent, network: devnetNetwork(devnet), signal });

describe('transfer', () => {
  it('sends one transaction to the wallet, and returns until when it can land [CAP-07]', async () => {
    world.asked();
    const sent = await transfer();
    expect(world.asked()).toEqual(['solana:signAndSendTransaction']);
    expect(sent).toMatchObject({ chainId: devnet.caipNetworkId, address });
    expect(sent.lastValidBlockHeight).toBeGreaterThan(100);
    expect(await wait(sent)).toMatchObject({ status: 'confirmed' });
  });

  it('can land for a lifetime after the wallet answered, which may have renewed the blockhash (SOL-01)', async () => {
    const { wallet } = world.wallet;
    const { getBlockHeight } = createSolanaRpc(devnet.url);
    const slow = async () => {
      devnet.advance(500);
      return [{ signature: new Uint8Array(64).fill(9) }];
    };
    const feature = {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: slow,
    };
    Object.assign(wallet.features, { 'solana:signAndSendTransaction': feature });
    const { lastValidBlockHeight = 0 } = await transfer();
    const height = Number(await getBlockHeight({ commitment: 'confirmed' }).send());
    expect(lastValidBlockHeight).toBeGreaterThan(height + 100);
    expect(lastValidBlockHeight).toBeLessThanOrEqual(height + 150);
  });

  it.each([USDC, BONUS])("pays $symbol, and opens the receiver's account for it [CAP-07]", async token => {
    const to = await stranger();
    const asset = { address: token.mint, decimals: token.decimals };
    const prepared = await prepare({ to, token: asset, amount: 5n });
    expect(prepared).toMatchObject({
      rent: TOKEN_ACCOUNT_RENT,
      fee: 5_000n,
      decimals: token.decimals,
    });
    expect(prepared.refusal).toBeUndefined();
    await wait(await transfer({ to, token: asset, amount: 5n }));
    expect(await chain.balanceOf(to, token.mint)).toBe(5n);
    // Paying to the token account itself works too.
    const account = await findTokenAccount({
      owner: to as Address,
      mint: token.mint,
      program: token.program,
    });
    await wait(await transfer({ to: account, token: asset, amount: 7n }));
    expect(await chain.balanceOf(to, token.mint)).toBe(12n);
  });

  it('lists the account that names the payment', async () => {
    const token = { address: USDC.mint, decimals: USDC.decimals };
    for (const change of [{}, { token, amount: 5n }]) {
      const reference = await stranger();
      const sent = await transfer({ ...change, reference });
      await wait(sent);
      const found = await createSolanaRpc(devnet.url)
        .getSignaturesForAddress(reference, { commitment: 'confirmed' })
        .send();
      expect(found.map(({ signature }) => String(signature))).toEqual([sent.hash]);
    }
  });

  it('never pays tokens to an address that cannot hold them', async () => {
    const token = { address: USDC.mint, decimals: USDC.decimals };
    const foreign = await findTokenAccount({
      owner: address as Address,
      mint: BONUS.mint,
      program: BONUS.program,
    });
    for (const to of [foreign, USDC.mint, BONUS.mint]) {
      await expect(prepare({ to, token })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' });
      await expect(transfer({ to, token })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' });
    }
    const unknown = { address: await stranger(), decimals: 6 };
    await expect(prepare({ token: unknown })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' });
  });

  it('uses the decimals of the chain instead of those that the caller claims', async () => {
    const to = await stranger();
    await wait(await transfer({ to, token: { address: USDC.mint, decimals: 2 }, amount: 3n }));
    expect(await chain.balanceOf(to, USDC.mint)).toBe(3n);
  });
});

describe('prepareTransfer', () => {
  it('returns the reason when the chain would reject the payment', async () => {
    expect((await prepare()).refusal).toBeUndefined();
    expect((await prepare({ amount: 10n ** 16n })).refusal).toMatch(/^insufficient lamports/);
    expect((await prepare({ amount: 10n ** 30n })).refusal).toMatch(/^insufficient lamports/);
    // A new account must hold at least its rent.
    expect((await prepare({ amount: 1n })).refusal).toBe(
      'an account would be left with less SOL than it must hold',
    );
    const token = { address: USDC.mint, decimals: 6 };
    expect((await prepare({ token, amount: 10n ** 18n })).refusal).toBe('insufficient funds');
  });

  it('reports an empty account and recognizes a program', async () => {
    const empty = await stranger();
    expect(await prepare({ address: empty })).toMatchObject({ available: 0n, max: 0n, nativeAvailable: 0n });
    const token = { address: USDC.mint, decimals: 6 };
    expect(await prepare({ address: empty, token })).toMatchObject({ available: 0n, max: 0n });
    expect(await prepare({ to: USDC.program })).toMatchObject({ receiverIsContract: true });
  });

  it('fails with the cause when the node cannot be reached', async () => {
    const network = { ...devnetNetwork(devnet), rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } };
    await expect(prepare({ network })).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      cause: expect.any(Error),
    });
  });
});

describe('waitForTransaction', () => {
  it('returns dropped when the blockhash of a transaction expired before it landed', async () => {
    const sent = { hash: chain.unknownHash, chainId: devnet.caipNetworkId, address };
    devnet.advance(300);
    expect(await wait({ ...sent, lastValidBlockHeight: 0 })).toEqual({
      status: 'dropped',
      hash: chain.unknownHash,
    });
  });

  it('says why a transaction of version 1 failed, and that one of an unknown version did (RV-01)', async () => {
    const { transaction, reason } = await chain.failing(address);
    const hash = await world.adapter.sendTransaction?.({
      ...{ connectorId: world.id, address, network: devnetNetwork(devnet), transaction, signal },
    });
    if (hash === undefined) throw new Error('no sendTransaction');
    const sent = { hash, chainId: devnet.caipNetworkId, address };
    for (const [version, expected] of [
      [1, reason],
      [2, /^custom program error: 0x1$/],
    ] as const) {
      devnet.mark(hash, version);
      const text = expect.stringMatching(expected);
      expect(await wait(sent)).toEqual({ status: 'reverted', hash, reason: text });
    }
  });

  it('waits until a transaction is final, or is dropped because its fork was abandoned', async () => {
    const waitFinal = (sent: SentTransaction) =>
      world.adapter.waitForTransaction?.({
        ...{ ...sent, network: devnetNetwork(devnet), signal, finalized: true },
      });
    const sent = await transfer();
    expect(await waitFinal(sent)).toMatchObject({ status: 'confirmed' });
    const { value } = await createSolanaRpc(devnet.url)
      .getSignatureStatuses([sent.hash as Signature])
      .send();
    expect(value[0]?.confirmationStatus).toBe('finalized');
    const lost = await transfer();
    devnet.abandon(lost.hash);
    devnet.advance(300);
    expect(await waitFinal({ ...lost, lastValidBlockHeight: 0 })).toMatchObject({ status: 'dropped' });
  });

  it('does not report a transaction as dropped when it landed before its expiry', async () => {
    const sent = await transfer();
    devnet.advance(200);
    expect(await wait(sent)).toMatchObject({ status: 'confirmed' });
  });
});
