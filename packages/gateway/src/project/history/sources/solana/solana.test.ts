import { PUBLIC_RATE, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { AccountTransaction } from 'latchkit/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { historyConformance } from '../../../../../test/conformance/historyConformance.js';
import { startSolanaNode } from '../../../../../test/servers/startSolanaNode.js';
import { memoryCache } from '../../../../platform/adapters/memory/memoryCache.js';
import { rpcService } from '../../../chains/service.js';
import { upstreams } from '../../../chains/upstreams.js';
import { keptHistory, PAGE_SIZE } from '../../service.js';
import { readSolanaTransaction } from './readSolanaTransaction.js';
import { solanaSource } from './solanaSource.js';

const SYSTEM = address('11111111111111111111111111111111');
const SOL = 1_000_000_000n;
const BUSY = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const NOBODY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

/** Sends payments between accounts. */
async function payments(devnet: SolanaDevnet) {
  const rpc = createSolanaRpc(devnet.url);
  const signer = await generateKeyPairSigner();
  const give = async (to: Address, amount: bigint) => {
    await rpc.requestAirdrop(to, lamports(amount)).send();
    devnet.advance(1);
  };
  const pay = async (from: KeyPairSigner, to: Address, amount: bigint, skipPreflight = false) => {
    const { value: lifetime } = await rpc.getLatestBlockhash().send();
    // System program, instruction 2: transfer of so many lamports.
    const data = new Uint8Array(12);
    new DataView(data.buffer).setUint32(0, 2, true);
    new DataView(data.buffer).setBigUint64(4, amount, true);
    const accounts = [
      { address: from.address, role: 3, signer: from },
      { address: to, role: 1 },
    ] as const;
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      one => setTransactionMessageFeePayerSigner(from, one),
      one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
      one => appendTransactionMessageInstructions([{ programAddress: SYSTEM, accounts, data }], one),
    );
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
    await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight }).send();
    devnet.advance(1);
  };
  return { signer, give, pay };
}

historyConformance('the nodes of Solana', async () => {
  const devnet = await startSolanaDevnet({ slotTime: 0 });
  const chainId = devnet.caipNetworkId;
  const rpc = rpcService({ chains: upstreams({ [chainId]: devnet.url }, true), timeout: 10_000 });
  const { signer, give, pay } = await payments(devnet);
  const payer = await generateKeyPairSigner();
  await give(payer.address, 100n * SOL);
  await give(signer.address, 5n * SOL);
  await pay(signer, payer.address, SOL);
  await pay(payer, signer.address, SOL / 2n);
  await pay(signer, payer.address, 1_000n * SOL, true);
  const count = 60;
  for (let index = 0; index < count; index += 1) await pay(payer, address(BUSY), SOL / 100n + BigInt(index));
  return {
    source: solanaSource(rpc, []),
    chainId,
    account: signer.address,
    nobody: NOBODY,
    expected: [
      { operation: 'execute', status: 'failed', moved: [] },
      { operation: 'receive', moved: ['in 0.5 SOL'] },
      { operation: 'send', moved: ['out 1 SOL'] },
      { operation: 'receive', moved: ['in 5 SOL'] },
    ],
    busy: { account: BUSY, count, more: () => pay(payer, address(BUSY), SOL / 50n) },
    settle: async () => {},
    stop: async () => {
      rpc.close();
      await devnet.close();
    },
  };
});

describe('solanaSource', () => {
  it('reads whole pages from a public node, within its rate, and a final transaction once (RV-13)', async () => {
    const devnet = await startSolanaDevnet({ slotTime: 0 });
    const { signer, give, pay } = await payments(devnet);
    await give(signer.address, 100n * SOL);
    const count = 50;
    for (let index = 0; index < count; index += 1) await pay(signer, address(BUSY), SOL + BigInt(index));
    devnet.advance(40);
    onTestFinished(() => devnet.close());
    devnet.limitRate({ ...PUBLIC_RATE, window: 1_500 });
    const chainId = devnet.caipNetworkId;
    const chains = [...upstreams({ [chainId]: devnet.url }, true)].map(
      ([id, chain]) => [id, { ...chain, isPublic: true }] as const,
    );
    const rpc = rpcService({ chains: new Map(chains), timeout: 2_000 });
    onTestFinished(() => rpc.close());
    const source = keptHistory(solanaSource(rpc, []), memoryCache());
    const { signal } = new AbortController();
    const read = async () => {
      const hashes: string[] = [];
      const sizes: number[] = [];
      for (let cursor: unknown; ; ) {
        const page = await source.page({ chainId, account: BUSY, cursor, limit: PAGE_SIZE }, signal);
        hashes.push(...page.transactions.map(({ id }) => id));
        sizes.push(page.transactions.length);
        cursor = page.next;
        if (cursor === undefined) return { hashes, sizes };
      }
    };
    const { hashes, sizes } = await read();
    expect(sizes).toEqual([20, 20, 10]);
    expect(new Set(hashes).size).toBe(count);
    // Another account's page has the same transactions. The node gives nothing but lists any more.
    devnet.limitRate({ perMethod: 1, inAll: 1, window: 60_000 });
    const own = await source.page({ chainId, account: signer.address, cursor: undefined, limit: 20 }, signal);
    expect(own.transactions.map(({ id }) => id)).toEqual(hashes.slice(0, 20));
  });

  it('lists what cannot be read with its hash and time, on pages without gaps (RV-01)', async () => {
    const devnet = await startSolanaDevnet({ slotTime: 0 });
    const [broken, whole] = [await startSolanaNode(devnet.url), await startSolanaNode(devnet.url)];
    onTestFinished(async () => {
      await Promise.all([broken.stop(), whole.stop()]);
      await devnet.close();
    });
    const chainId = devnet.caipNetworkId;
    const sourceOf = (...urls: readonly string[]) => {
      const rpc = rpcService({ chains: upstreams({ [chainId]: urls }, true), timeout: 2_000 });
      onTestFinished(() => rpc.close());
      return solanaSource(rpc, []);
    };
    const { signer, give, pay } = await payments(devnet);
    await give(signer.address, 100n * SOL);
    for (let index = 0; index < 12; index += 1)
      await pay(signer, address(BUSY), SOL + BigInt(index), index === 7);
    await pay(signer, address(BUSY), 1_000n * SOL, true);
    const { signal } = new AbortController();
    const read = async (source: ReturnType<typeof sourceOf>) => {
      const all: AccountTransaction[] = [];
      for (let cursor: unknown; ; ) {
        const page = await source.page({ chainId, account: BUSY, cursor, limit: 5 }, signal);
        all.push(...page.transactions);
        cursor = page.next;
        if (cursor === undefined) return all;
      }
    };
    const typesOf = (all: readonly AccountTransaction[]) => all.map(({ metadata }) => metadata.operationType);
    const before = await read(sourceOf(whole.url));
    const hashes = before.map(({ metadata }) => metadata.hash ?? '');
    expect(typesOf(before)).toEqual(['execute', ...Array(12).fill('receive')]);

    for (const [index, hash] of hashes.entries()) devnet.mark(hash, index % 3);
    const third = Array.from({ length: 13 }, (_, index) => (index % 3 === 2 ? 'unread' : undefined));
    const expected = before.map((one, index) =>
      third[index] === undefined
        ? one
        : {
            id: one.id,
            metadata: {
              minedAt: one.metadata.minedAt,
              chain: chainId,
              hash: one.metadata.hash,
              operationType: 'unread',
              status: 'confirmed',
            },
            transfers: [],
          },
    );
    expect(await read(sourceOf(whole.url))).toEqual(expected);

    // A node with old software, one that gives another form, and one that does not have it yet.
    broken.behave(({ method, params: [hash, options] }) => {
      if (method !== 'getTransaction') return undefined;
      if (hash === hashes[3]) return { change: result => ({ ...(result as object), meta: null }) };
      if (hash === hashes[6]) return { answer: { result: null } };
      const older = { ...(options as object), maxSupportedTransactionVersion: 0 };
      return { call: { method, params: [hash, older] } };
    });
    const alone = typesOf(await read(sourceOf(broken.url)));
    expect(alone.map(type => (type === 'unread' ? 1 : 0))).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0]);
    const both = typesOf(await read(sourceOf(broken.url, whole.url)));
    expect(both.filter((type, index) => index !== 6 && (type === 'unread') !== (index % 3 === 2))).toEqual(
      [],
    );

    // An outage says nothing about the transaction.
    broken.behave(({ method }) => (method === 'getTransaction' ? { status: 503 } : undefined));
    await expect(read(sourceOf(broken.url))).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(await read(sourceOf(broken.url, whole.url))).toEqual(expected);
  });
});

describe('readSolanaTransaction', () => {
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  const [me, you, mint] = [BUSY, NOBODY, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v'];
  const token = { chainId, address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 } as const;
  const balance = (owner: string, amount: string) => ({
    mint,
    owner,
    uiTokenAmount: { amount, decimals: 6, uiAmountString: 'ignored' },
  });
  const raw = (meta: object) => ({
    slot: 1,
    blockTime: 1_700_000_000,
    transaction: { message: { accountKeys: [{ pubkey: me, signer: true }, you] } },
    meta: { err: null, fee: 5_000, preBalances: [10_000, 0], postBalances: [5_000, 0], ...meta },
  });
  const read = (value: unknown) =>
    readSolanaTransaction(chainId, 'sig', value, me, new Map([[mint, token]]))?.movements;

  it('reads moved tokens, and excludes the fee from the sent amount', () => {
    const tokens = {
      preTokenBalances: [balance(me, '3000000')],
      postTokenBalances: [balance(me, '500000'), balance(you, '2500000')],
    };
    expect(read(raw(tokens))).toEqual([
      {
        kind: 'fungible',
        from: me,
        to: you,
        amount: 2_500_000n,
        token: mint,
        facts: expect.objectContaining({ symbol: 'USDC', decimals: 6 }),
      },
    ]);
  });

  it('has no movements when it failed', () => {
    const failed = {
      err: { InstructionError: [0, 'Custom'] },
      preBalances: [10_000, 0],
      postBalances: [5_000, 0],
    };
    expect(read(raw(failed))).toEqual([]);
  });

  it('returns undefined for an unknown transaction', () => {
    for (const bad of [null, 'x', {}, raw({ preBalances: [-1] }), { ...raw({}), transaction: null }]) {
      expect(read(bad)).toBeUndefined();
    }
  });

  it('reads versions up to 1, whatever else a node may give (RV-01)', () => {
    for (const version of ['legacy', 0, 1, undefined, null])
      expect(read({ ...raw({}), version })).toEqual([]);
    for (const version of [2, 127, -1, '1', {}]) expect(read({ ...raw({}), version })).toBeUndefined();
  });
});
