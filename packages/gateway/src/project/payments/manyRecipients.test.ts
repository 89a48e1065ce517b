import { type BitcoinRegtest, startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { PUBLIC_RATE, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { generateKeyPairSigner } from '@solana/kit';
import type { Payment } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { getAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chainRequest } from '../../../test/chain/minimalContracts.js';
import { solanaPayer } from '../../../test/chain/solanaPayer.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { startSolanaNode } from '../../../test/servers/startSolanaNode.js';
import { startStrangeEsplora } from '../../../test/servers/startStrangeEsplora.js';
import { startStrangeNode } from '../../../test/servers/startStrangeNode.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { boundedMap } from '../../platform/boundedMap.js';
import { inTurns } from '../../platform/inTurns.js';
import { rpcService } from '../chains/service.js';
import { upstreams } from '../chains/upstreams.js';
import { paymentProjects } from './paymentProjects.js';
import { payments } from './service.js';
import { watchChain } from './watchChain.js';

/** More than a step reads, and more than a node allows at a time. */
const PLACES = 60;
const PROJECT = 'shop';
/** What a new account of Solana must hold at least. */
const SOL = 1_000_000n;

let devnet: SolanaDevnet;
let regtest: BitcoinRegtest;
let solana: Awaited<ReturnType<typeof startSolanaNode>>;
let esplora: Awaited<ReturnType<typeof startStrangeEsplora>>;
let pay: Awaited<ReturnType<typeof solanaPayer>>['pay'];

beforeAll(async () => {
  [devnet, regtest] = await Promise.all([
    startSolanaDevnet({ slotTime: 0, blockhashSlots: 1_000_000 }),
    startBitcoinRegtest(),
  ]);
  [solana, esplora] = await Promise.all([startSolanaNode(devnet.url), startStrangeEsplora(regtest.url)]);
  ({ pay } = await solanaPayer(devnet, solanaAccounts[0]));
  devnet.advance(5);
});
afterAll(async () => {
  await Promise.all([solana.stop(), esplora.stop()]);
  await Promise.all([devnet.close(), regtest.close()]);
});
beforeEach(() => {
  solana.behave();
  esplora.faults.allowed = undefined;
  devnet.limitRate(undefined);
});

/** The watcher of a chain, step by step. */
async function watcher(chainId: string, url: string) {
  const database = await openTestDatabase();
  await database.query('insert into projects (id, name) values ($1, $1)', [PROJECT]);
  await paymentProjects(database).save(PROJECT, 'lks_secret', 'https://shop.example/hook');
  const { signal } = new AbortController();
  const start = () => ({
    rpc: rpcService({ chains: upstreams({ [chainId]: url }, true), timeout: 2_000 }),
    seen: boundedMap<true>(1_000),
  });
  let process = start();
  onTestFinished(async () => {
    process.rpc.close();
    await database.close();
  });
  const service = () => payments(database, process.rpc);
  return {
    create: (recipient: string, amount: bigint) =>
      service().create(
        PROJECT,
        { body: { recipient, asset: chainId, amount: String(amount) } } as never,
        signal,
      ),
    look: () => watchChain({ database, ...process }, chainId, signal),
    async paid(made: readonly Payment[]): Promise<number> {
      const all = await Promise.all(made.map(({ id }) => service().read(PROJECT, id)));
      return all.filter(({ status }) => status === 'paid').length;
    },
    position: async () =>
      Number(
        (await database.query('select number from payment_chains where chain_id = $1', [chainId]))[0]?.number,
      ),
    kill() {
      process.rpc.close();
      process = start();
    },
  };
}

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OPERATION = '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
const evmAddress = (value: number) => getAddress(`0x${value.toString(16).padStart(40, '0')}`);
const solanaAddress = async () => String((await generateKeyPairSigner()).address);
const bitcoinAddress = () =>
  p2wpkh(pubECDSA(randomPrivateKeyBytes()), { ...TEST_NETWORK, bech32: 'bcrt' }).address ?? '';

/** Calls of one method that Solana's node allows at a time. @returns what begins a new time. */
function limitSolana(most: number): () => void {
  let counts = new Map<string, number>();
  solana.behave(({ method }) => {
    if (method === 'getGenesisHash') return undefined;
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    return count > most ? { status: 429 } : undefined;
  });
  return () => {
    counts = new Map();
  };
}

describe('payments to more recipients than a node allows calls at a time', () => {
  it('are all found on Solana, a part of them at a time (RV-01)', async () => {
    const { create, look, paid, position } = await watcher(devnet.caipNetworkId, solana.url);
    const made = await inTurns([...Array(PLACES).keys()], async index =>
      create(await solanaAddress(), SOL + BigInt(index)),
    );
    const before = await position();
    for (const payment of made) await pay(payment, BigInt(payment.amount));
    devnet.advance(40);
    const allowed = 12;
    const again = limitSolana(allowed);
    const counts: number[] = [];
    for (let looks = 0; looks * allowed < 1.1 * PLACES; looks += 1) {
      again();
      await expect(look())
        .rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
        .catch(() => {});
      counts.push(await paid(made));
    }
    expect(counts.at(-1)).toBe(PLACES);
    // Each step went on where the one before it had stopped.
    expect(counts.every((count, index) => count >= Math.min(PLACES, allowed * (index + 1)))).toBe(true);
    expect(await position()).toBeGreaterThan(before);
  });

  it('are all found on Bitcoin, a part of them at a time (RV-01)', async () => {
    const { create, look, paid, position } = await watcher(regtest.caipNetworkId, esplora.url);
    const made = await inTurns([...Array(PLACES).keys()], index =>
      create(bitcoinAddress(), 10_000n + BigInt(index)),
    );
    const before = await position();
    for (const { recipient, amount } of made) await regtest.fund(recipient, BigInt(amount));
    await regtest.mine(1);
    esplora.faults.allowed = 24;
    const counts: number[] = [];
    while ((await position()) === before) {
      esplora.allowAgain();
      await look().catch(() => {});
      counts.push(await paid(made));
      expect(counts.length).toBeLessThan(8);
    }
    // Three requests of a look are about the newest block, and some about whether it is still the newest.
    expect(counts.every((count, index) => count >= Math.min(PLACES, 18 * (index + 1)))).toBe(true);
  });

  it('are all found on an EVM chain, a part of a block at a time (RV-01)', async () => {
    const anvil = await startAnvil(31_337);
    const node = await startStrangeNode(anvil.url);
    onTestFinished(async () => {
      await node.stop();
      await anvil.stop();
    });
    const { create, look, paid } = await watcher('eip155:31337', node.url);
    const made = await inTurns([...Array(PLACES / 2).keys()], index =>
      create(evmAddress(0xabc_0000 + index), 1_000n),
    );
    const [inner, ...plain] = made;
    const account = evmAddress(0xdef_0000);
    // A contract that passes on what it gets, and logs the event of a user operation.
    const code = `0x6000600060006000346000355af15060003360007f${OPERATION}60006000a400`;
    await chainRequest(anvil.url, 'anvil_setCode', [account, code]);
    await chainRequest(anvil.url, 'evm_setAutomine', [false]);
    const send = (to: string, data = '0x') =>
      chainRequest(anvil.url, 'eth_sendTransaction', [{ from: PAYER, to, value: '0x3e8', data }]);
    for (const { recipient } of plain) await send(recipient);
    await send(account, `0x${inner?.recipient.slice(2).padStart(64, '0')}`);
    await chainRequest(anvil.url, 'evm_mine');
    // One receipt at a time, and the balances of all recipients before and after the block.
    node.strange.withoutReceipts = 'of blocks';
    node.strange.allowed = 20;
    let looks = 0;
    while ((await paid(made)) < made.length) {
      looks += 1;
      expect(looks).toBeLessThan(16);
      node.allowAgain();
      await look().catch(() => {});
    }
  });

  it('are found on both chains in one look by a node without a limit (RV-01)', async () => {
    const all = [
      { chainId: devnet.caipNetworkId, url: solana.url, address: solanaAddress },
      { chainId: regtest.caipNetworkId, url: esplora.url, address: async () => bitcoinAddress() },
    ];
    for (const { chainId, url, address } of all) {
      const { create, look, paid, position } = await watcher(chainId, url);
      const made = await inTurns([...Array(PLACES).keys()], async index =>
        create(await address(), SOL + BigInt(index)),
      );
      const before = await position();
      for (const payment of made)
        if (chainId === devnet.caipNetworkId) await pay(payment, BigInt(payment.amount));
        else await regtest.fund(payment.recipient, BigInt(payment.amount));
      devnet.advance(40);
      await regtest.mine(1);
      const asked = solana.asked().length + esplora.asked.length;
      let steps = 0;
      do steps += 1;
      while (await look());
      expect(await paid(made)).toBe(PLACES);
      expect(await position()).toBeGreaterThan(before);
      expect(steps).toBeLessThan(5);
      // One list and at most one transaction for each, and a few for each step.
      expect(solana.asked().length + esplora.asked.length - asked).toBeLessThanOrEqual(
        2 * PLACES + 12 * steps,
      );
    }
  });

  it('are found by a gateway that is killed after each step (RV-01)', async () => {
    const { create, look, paid, kill } = await watcher(devnet.caipNetworkId, solana.url);
    const made = await inTurns([...Array(PLACES).keys()], async index =>
      create(await solanaAddress(), SOL + BigInt(index)),
    );
    for (const payment of made) await pay(payment, BigInt(payment.amount));
    devnet.advance(40);
    const again = limitSolana(12);
    await waitUntil(async () => {
      again();
      await look().catch(() => {});
      kill();
      return (await paid(made)) === PLACES;
    }, 20_000);
  });

  it('are found beside one whose every list fails, and beside one that is never read (RV-01)', async () => {
    const { create, look, paid, position } = await watcher(devnet.caipNetworkId, solana.url);
    const bad = await create(await solanaAddress(), SOL);
    const made = await inTurns([...Array(PLACES).keys()], async index =>
      create(await solanaAddress(), SOL + BigInt(index)),
    );
    const before = await position();
    for (const payment of [bad, ...made]) await pay(payment, BigInt(payment.amount));
    devnet.advance(40);
    solana.behave(({ method, params: [of] }) =>
      method === 'getSignaturesForAddress' && of === bad.recipient ? { status: 503 } : undefined,
    );
    for (let looks = 0; looks < 4; looks += 1) await look().catch(() => {});
    expect([await paid(made), await paid([bad]), await position()]).toEqual([PLACES, 0, before]);
    solana.behave();
    while (await look());
    expect(await paid([bad])).toBe(1);
    expect(await position()).toBeGreaterThan(before);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'are found by the rate of a public node within their number by it, and a tenth more (RV-13)',
    async () => {
      const own = await startPayments({ [devnet.caipNetworkId]: [solana.url] }, 100);
      onTestFinished(() => own.close());
      const rate = PUBLIC_RATE;
      const items = 5 * rate.perMethod;
      const asset = devnet.caipNetworkId;
      const made = await inTurns([...Array(items).keys()], async index =>
        own.create({ recipient: await solanaAddress(), asset, amount: String(SOL + BigInt(index)) }),
      );
      solana.behave(() => ({ status: 503 }));
      for (const payment of made) await pay(payment, BigInt(payment.amount));
      devnet.advance(5);
      devnet.limitRate(rate);
      const started = performance.now();
      solana.behave();
      await waitUntil(
        async () => made.every(({ id }) => own.shop.typesOf(id).includes('payment.paid')),
        2 * items * (rate.window / rate.perMethod),
      );
      expect(performance.now() - started).toBeLessThan((items / rate.perMethod) * rate.window * 1.1);
    },
    120_000,
  );
});
