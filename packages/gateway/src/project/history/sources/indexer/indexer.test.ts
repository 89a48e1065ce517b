import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvmHistory } from '../../../../../test/chain/evmHistory.js';
import { chainRequest, mineTransaction } from '../../../../../test/chain/minimalContracts.js';
import { historyConformance } from '../../../../../test/conformance/historyConformance.js';
import { startAnvil } from '../../../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../../../test/testDatabase.js';
import { migrate } from '../../../../platform/migrate.js';
import type { Database } from '../../../../platform/ports/Database.js';
import { type RpcService, rpcService } from '../../../chains/service.js';
import { upstreams } from '../../../chains/upstreams.js';
import { migrations } from '../../../migrations.js';
import { type ChainIndexer, chainIndexer } from './chainIndexer.js';
import { indexSource } from './indexSource.js';
import { type IndexStore, indexStore } from './indexStore.js';
import { readTokenFacts } from './readTokenFacts.js';

const CHAIN = 'eip155:31337';
const never = new AbortController().signal;

interface Indexed {
  readonly url: string;
  readonly database: Database;
  readonly rpc: RpcService;
  readonly store: IndexStore;
  indexer(from?: number): ChainIndexer;
  stop(): Promise<void>;
}

async function open(): Promise<Indexed> {
  const [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
  await migrate(database, migrations);
  const rpc = rpcService({ chains: upstreams({ [CHAIN]: anvil.url }, true), timeout: 10_000 });
  const store = indexStore(database);
  return {
    url: anvil.url,
    database,
    rpc,
    store,
    indexer: from => chainIndexer({ chainId: CHAIN, rpc, store, from, stopped: never }),
    async stop() {
      rpc.close();
      await Promise.all([database.close(), anvil.stop()]);
    },
  };
}

/** Runs steps until no block is missing. */
async function catchUp(indexer: ChainIndexer): Promise<void> {
  while ((await indexer.step()).behind > 0);
}

historyConformance('the index of a chain', async () => {
  const indexed = await open();
  const history = await makeEvmHistory(indexed.url);
  const indexer = indexed.indexer(0);
  return {
    ...history,
    source: indexSource(indexed.store, [CHAIN]),
    chainId: CHAIN,
    nobody: '0x000000000000000000000000000000000000dEaD',
    settle: () => catchUp(indexer),
    stop: indexed.stop,
  };
});

describe('chainIndexer', () => {
  let indexed: Indexed;
  let me: string;
  let you: string;
  beforeAll(async () => {
    indexed = await open();
    [me = '', you = ''] = (await chainRequest(indexed.url, 'eth_accounts')) as string[];
  });
  afterAll(() => indexed.stop());

  const ask = (method: string, params?: readonly unknown[]) => chainRequest(indexed.url, method, params);
  const pay = (value: number, to = you) =>
    mineTransaction(indexed.url, { from: me, to, value: `0x${value.toString(16)}` });
  const amounts = async () => {
    const found = await indexed.store.ofAccount(CHAIN, you.toLowerCase(), undefined, 100);
    return found.map(({ record }) => Number(record.movements[0]?.amount));
  };

  it('begins with the newest block when no height is given', async () => {
    await pay(1);
    const step = await indexed.indexer().step();
    expect(step).toMatchObject({ stored: 1, transactions: 1, head: 1, behind: 0, dropped: false });
    await pay(2);
    await catchUp(indexed.indexer());
    expect(await amounts()).toEqual([2, 1]);
  });

  it('continues where it stopped, in steps of 50 blocks', async () => {
    await ask('anvil_mine', ['0x50']);
    const indexer = indexed.indexer();
    expect(await indexer.step()).toMatchObject({ stored: 50, behind: 30 });
    expect(await indexer.step()).toMatchObject({ stored: 30, behind: 0 });
    expect(await indexer.step()).toMatchObject({ stored: 0, behind: 0 });
  });

  it('ends a step when another replica has taken over', async () => {
    await ask('anvil_mine', ['0x5']);
    let asked = 0;
    const mayGoOn = async () => {
      asked += 1;
      return asked <= 2;
    };
    expect(await indexed.indexer().step(mayGoOn)).toMatchObject({ stored: 2, behind: 3 });
  });

  it('goes on past a token that answers without end, and asks for it no more for a while (RV-01)', async () => {
    const token = '0x00000000000000000000000000000000000badbe';
    const transfer = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
    // Answers every function with 2 MB of zeros. Without one, it logs a transfer of 1 from the caller to itself.
    const code = `0x3615600b57622000005ff35b60015f5233337f${transfer}60205fa300`;
    await ask('anvil_setCode', [token, code]);
    const [, , sender = ''] = (await ask('eth_accounts')) as string[];
    const send = () => mineTransaction(indexed.url, { from: sender, to: token });
    const sent = [(await send()).transactionHash, (await send()).transactionHash];
    const indexer = indexed.indexer();
    await catchUp(indexer);
    const found = await indexed.store.ofAccount(CHAIN, sender.toLowerCase(), undefined, 2);
    expect(found.map(({ record }) => record.hash)).toEqual([...sent].reverse());
    expect(await indexed.store.tokens(CHAIN, [token])).toEqual(new Map());
  });

  it('replaces blocks after a reorganisation', async () => {
    await catchUp(indexed.indexer());
    const snapshot = await ask('evm_snapshot');
    for (const value of [10, 11, 12]) await pay(value);
    await catchUp(indexed.indexer());
    expect(await amounts()).toEqual([12, 11, 10, 2, 1]);
    await ask('evm_revert', [snapshot]);
    // The chain is shorter than the index, and nothing is new.
    expect(await indexed.indexer().step()).toMatchObject({ dropped: true, stored: 0 });
    expect(await amounts()).toEqual([2, 1]);
    const again = await ask('evm_snapshot');
    for (const value of [20, 21]) await pay(value);
    await catchUp(indexed.indexer());
    await ask('evm_revert', [again]);
    // The chain is as long as the index, with different blocks.
    for (const value of [30, 31, 32]) await pay(value);
    expect(await indexed.indexer().step()).toMatchObject({ dropped: true, stored: 3 });
    expect(await amounts()).toEqual([32, 31, 30, 2, 1]);
  });

  it('drops all blocks of a chain that was reset', async () => {
    await ask('anvil_reset');
    await ask('anvil_setNextBlockBaseFeePerGas', ['0x1']);
    const genesis = await indexed.store.genesis(CHAIN);
    await indexed.database.query('update indexed_chains set genesis_hash = $1', [`0x${'1'.repeat(64)}`]);
    await pay(40);
    const indexer = indexed.indexer(0);
    expect(await indexer.step()).toMatchObject({ dropped: true });
    expect(await amounts()).toEqual([40]);
    expect(await indexed.store.genesis(CHAIN)).not.toBe(`0x${'1'.repeat(64)}`);
    expect(genesis).toBeDefined();
  });

  it('stores each block once when two replicas index at the same time', async () => {
    for (const value of [50, 51, 52, 53]) await pay(value);
    const steps = await Promise.all([indexed.indexer(), indexed.indexer()].map(one => one.step()));
    await catchUp(indexed.indexer());
    expect(steps.reduce((sum, { stored }) => sum + stored, 0)).toBeLessThanOrEqual(4);
    expect(await amounts()).toEqual([53, 52, 51, 50, 40]);
  });

  it('keeps stored blocks when the chain is unreachable', async () => {
    const rpc = rpcService({ chains: upstreams({ [CHAIN]: 'http://127.0.0.1:1' }, true), timeout: 1_000 });
    const away = chainIndexer({ chainId: CHAIN, rpc, store: indexed.store, from: 0, stopped: never });
    await expect(away.step()).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect(await amounts()).toEqual([53, 52, 51, 50, 40]);
    rpc.close();
  });

  it('tolerates invalid token metadata', async () => {
    const facts = async (code: string) => {
      const token = '0x7000000000000000000000000000000000000001';
      await ask('anvil_setCode', [token, code]);
      return readTokenFacts(indexed.rpc, CHAIN, token, never);
    };
    const nothing = { name: null, symbol: null, decimals: null };
    // Contracts that return all ones, revert, loop forever or have no code.
    expect(await facts('0x5f195f5260205ff3')).toEqual(nothing);
    expect(await facts('0x5f5ffd')).toEqual(nothing);
    expect(await facts('0x5b5f56')).toEqual(nothing);
    expect(await facts('0x')).toEqual(nothing);
    // A string of two characters, of which one is NUL.
    expect(await facts('0x60205f526002602052604160415360605ff3')).toMatchObject({ name: 'A', symbol: 'A' });
  });
});
