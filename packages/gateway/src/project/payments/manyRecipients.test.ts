import { PUBLIC_RATE } from '@latchkit/solana-devnet';
import { solanaAccounts } from 'latchkit/testing/solana';
import { getAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { chainRequest } from '../../../test/chain/minimalContracts.js';
import { newAddress } from '../../../test/chain/newAddress.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startForeignChains } from '../../../test/servers/startForeignChains.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { startStrangeNode } from '../../../test/servers/startStrangeNode.js';
import { startWatcher } from '../../../test/servers/startWatcher.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { inTurns } from '../../platform/inTurns.js';

/** More than a step reads, and more than a node allows at a time. */
const PLACES = 60;
/** What a new account of Solana must hold at least. */
const SOL = 1_000_000n;

type Chains = Awaited<ReturnType<typeof startForeignChains>>;

let chains: Chains;
let devnet: Chains['devnet'];
let regtest: Chains['regtest'];
let solana: Chains['solana'];
let esplora: Chains['esplora'];
let pay: Chains['pay'];

beforeAll(async () => {
  chains = await startForeignChains(solanaAccounts[0]);
  ({ devnet, regtest, solana, esplora, pay } = chains);
});
afterAll(() => chains.stop());
beforeEach(() => {
  solana.behave();
  esplora.faults.allowed = undefined;
  devnet.limitRate(undefined);
});

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OPERATION = '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
const evmAddress = (value: number) => getAddress(`0x${value.toString(16).padStart(40, '0')}`);

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
    const { create, look, paid, position } = await startWatcher(devnet.caipNetworkId, [solana.url]);
    const made = await inTurns([...Array(PLACES).keys()], async index =>
      create(await newAddress.solana(), SOL + BigInt(index)),
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
    const { create, look, paid, position } = await startWatcher(regtest.caipNetworkId, [esplora.url]);
    const made = await inTurns([...Array(PLACES).keys()], index =>
      create(newAddress.bitcoin(), 10_000n + BigInt(index)),
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
    const { create, look, paid } = await startWatcher('eip155:31337', [node.url]);
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
      { chainId: devnet.caipNetworkId, url: solana.url, address: newAddress.solana },
      { chainId: regtest.caipNetworkId, url: esplora.url, address: async () => newAddress.bitcoin() },
    ];
    for (const { chainId, url, address } of all) {
      const { create, look, paid, position } = await startWatcher(chainId, [url]);
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
    const { create, look, paid, kill } = await startWatcher(devnet.caipNetworkId, [solana.url]);
    const made = await inTurns([...Array(PLACES).keys()], async index =>
      create(await newAddress.solana(), SOL + BigInt(index)),
    );
    for (const payment of made) await pay(payment, BigInt(payment.amount));
    devnet.advance(40);
    const again = limitSolana(12);
    // A new process begins at any place, so that it finds a fifth of what is left. All but one in a million runs need fewer looks.
    let looks = 0;
    do {
      again();
      await look().catch(() => {});
      kill();
      looks += 1;
      expect(looks).toBeLessThan(80);
    } while ((await paid(made)) < PLACES);
  });

  it('are found beside one whose every list fails, and beside one that is never read (RV-01)', async () => {
    const { create, look, paid, position } = await startWatcher(devnet.caipNetworkId, [solana.url]);
    const bad = await create(await newAddress.solana(), SOL);
    const made = await inTurns([...Array(PLACES).keys()], async index =>
      create(await newAddress.solana(), SOL + BigInt(index)),
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

  it('stay paid when a slow replica applies what it has read before another one (RV-01)', async () => {
    const chainId = regtest.caipNetworkId;
    onTestFinished(() => {
      esplora.faults.waits = undefined;
    });
    const slow = await startWatcher(chainId, [esplora.url]);
    const quick = await startWatcher(chainId, [regtest.url], slow.database);
    const payment = await slow.create(newAddress.bitcoin(), 20_000n);
    const later = await slow.create(newAddress.bitcoin(), 20_000n);
    const other = await regtest.fund(newAddress.bitcoin(), 20_000n);
    await regtest.mine(1);
    await slow.lookAll();
    const place = await slow.database.query('select number, hash from payment_chains');
    await regtest.fund(later.recipient, 20_000n);
    // What could not be read is asked for at the end of each step.
    await slow.database.query(
      `insert into payment_unread (chain_id, hash, recipient, block_number, included_at, reason, first_seen, next_at)
       values ($1, $2, $3, 1, now(), 'malformed', now(), now())`,
      [chainId, other, payment.recipient],
    );
    let go = () => {};
    const held = new Promise<void>(resolve => {
      go = resolve;
    });
    let isHeld = false;
    esplora.faults.waits = async path => {
      if (!path.startsWith('/tx/')) return;
      isHeld = true;
      await held;
    };
    const looking = awaitedLater(slow.look().catch(() => {}));
    await waitUntil(async () => isHeld);
    await regtest.fund(payment.recipient, 20_000n);
    await regtest.mine(1);
    await quick.look();
    // As if it had read these places, and not all.
    await slow.database.query('update payment_chains set number = $1, hash = $2', [
      Number(place[0]?.number),
      String(place[0]?.hash),
    ]);
    expect(await slow.paid([payment, later])).toBe(2);
    go();
    await looking;
    expect(await slow.paid([payment, later])).toBe(2);
    const types = (await slow.events()).map(({ type }) => type);
    expect(types.filter(type => type.startsWith('payment.re'))).toEqual([]);
  });

  it('report once what cannot be read of more than a step lists, however often more comes (RV-01)', async () => {
    const { create, look, lookAll, events, database } = await startWatcher(regtest.caipNetworkId, [
      esplora.url,
    ]);
    onTestFinished(() => {
      esplora.odd.clear();
      esplora.faults.isDown = undefined;
    });
    const [first, bad] = [
      await create(newAddress.bitcoin(), 20_000_000n),
      await create(newAddress.bitcoin(), 20_000n),
    ];
    for (let index = 0; index < 6; index += 1) await create(newAddress.bitcoin(), 20_000n);
    // One that fails keeps the position where it is.
    esplora.faults.isDown = path => path.includes(bad.recipient);
    const odd: string[] = [];
    // So many that a range is still being read when the next ones come.
    for (const count of [110, 60, 40]) {
      for (let index = 0; index < count; index += 1) {
        const hash = await regtest.fund(first.recipient, 10_000n + BigInt(index));
        if (index % 2 === 0) odd.push(hash);
        if (index % 2 === 0) esplora.odd.add(hash);
      }
      await regtest.mine(1);
      await look().catch(() => {});
    }
    esplora.faults.isDown = undefined;
    for (let looks = 0; looks < 6; looks += 1) {
      await lookAll();
      await database.query('update payment_unread_ranges set next_at = now()');
    }
    const told = (await events()).flatMap(({ data }) => data.unread?.hash ?? []);
    expect([...told].sort()).toEqual([...odd].sort());
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
        own.create({ recipient: await newAddress.solana(), asset, amount: String(SOL + BigInt(index)) }),
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
    900_000,
  );
});
