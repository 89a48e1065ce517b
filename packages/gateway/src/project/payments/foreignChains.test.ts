import type { Payment } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { mineTransaction } from '../../../test/chain/minimalContracts.js';
import { newAddress } from '../../../test/chain/newAddress.js';
import { FOREIGN, payAmongForeign } from '../../../test/conformance/payAmongForeign.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startForeignChains } from '../../../test/servers/startForeignChains.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { startStrangeNode } from '../../../test/servers/startStrangeNode.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { inTurns } from '../../platform/inTurns.js';

const PLACES = 8;
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const EVM = 'eip155:31337';
/** What a new account of Solana must hold at least. */
const SOL = 1_000_000n;
/** Calls of one method in a time, as public nodes of Solana allow them, in half of their time. */
const RATE = { perMethod: 40, inAll: 100, window: 5_000 } as const;

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

/** Outages, at random: one call of thirty. `LATCHKIT_SEED` repeats the seed of a title. */
const SEED = Number(process.env.LATCHKIT_SEED ?? Date.now() % 1_000_000);
let state = SEED;
function fails(): boolean {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31 < 1 / 30;
}

/** Fields of a transaction's `meta` that nobody can read; null: all of it. */
type Oddity = Readonly<Record<string, unknown>> | null;

const ODDITIES: readonly Oddity[] = [
  null,
  // Balances of some accounts would make payments of what the others hold.
  { preBalances: [] },
  { postBalances: null },
  { preBalances: [-1] },
  { fee: 2 ** 64 },
  { postTokenBalances: [{ mint: null, uiTokenAmount: { amount: '9'.repeat(21), decimals: 0 } }] },
  { preTokenBalances: [{ mint: 'x', owner: 'y', uiTokenAmount: { amount: '1', decimals: -1 } }] },
];

const changed = (result: object, oddity: Oddity) => {
  const { meta, ...rest } = result as { meta: object };
  return { ...rest, meta: oddity && { ...meta, ...oddity } };
};

/** Pays in SOL, in a slot of its own. */
async function paySol(payment: Payment): Promise<string> {
  const hash = await pay(payment, BigInt(payment.amount));
  devnet.advance(1);
  return hash;
}

describe(`payments among foreign transactions, seed ${SEED}`, () => {
  it(
    `are each paid once on Solana, of ${FOREIGN.count} with a third unreadable, outages and kills in between (RV-01)`,
    async () => {
      const odd = new Map<string, Oddity>();
      let count = 0;
      const failures = [
        { status: 429 },
        { status: 503 },
        { answer: { result: null } },
        { answer: { error: { code: -32603, message: 'Internal error' } } },
        { answer: { error: { code: -32005, message: 'Node is behind by 42 slots' } } },
      ];
      await payAmongForeign({
        chainId: devnet.caipNetworkId,
        url: solana.url,
        places: await inTurns([...Array(PLACES).keys()], newAddress.solana),
        amountOf: index => SOL + BigInt(index),
        pay: paySol,
        async payOddly(payment) {
          const hash = await paySol(payment);
          if (odd.size % 2 === 0) devnet.mark(hash, 2);
          odd.set(hash, ODDITIES[Math.floor(odd.size / 2) % ODDITIES.length] ?? null);
          return hash;
        },
        fail: isOn =>
          solana.behave(({ method, params }) => {
            const hash = method === 'getTransaction' ? String(params[0]) : '';
            const change = (result: unknown) => result && changed(result, odd.get(hash) ?? null);
            const shown = odd.has(hash) ? { change } : undefined;
            if (!isOn || method === 'getGenesisHash' || !fails()) return shown;
            count += 1;
            return failures[count % failures.length];
          }),
        async heal() {
          for (const hash of odd.keys()) devnet.mark(hash, 1);
          odd.clear();
        },
      });
    },
    3 * FOREIGN.limit,
  );

  it(
    `are each paid once on Bitcoin, of ${FOREIGN.count} with a third unreadable, outages and kills in between (RV-01)`,
    async () => {
      const send = ({ recipient, amount }: Payment) => regtest.fund(recipient, BigInt(amount));
      await payAmongForeign({
        chainId: regtest.caipNetworkId,
        url: esplora.url,
        places: Array.from({ length: PLACES }, newAddress.bitcoin),
        amountOf: index => 10_000n + BigInt(index),
        pay: send,
        async payOddly(payment) {
          const hash = await send(payment);
          esplora.odd.add(hash);
          return hash;
        },
        include: () => regtest.mine(1),
        fail: isOn => {
          esplora.faults.fails = isOn ? fails : undefined;
        },
        heal: async () => esplora.odd.clear(),
      });
    },
    3 * FOREIGN.limit,
  );

  it.each([
    ['on Solana', () => devnet.caipNetworkId, () => solana.url, newAddress.solana, paySol],
    [
      'on Bitcoin',
      () => regtest.caipNetworkId,
      () => esplora.url,
      async () => newAddress.bitcoin(),
      async (payment: Payment) => {
        await regtest.fund(payment.recipient, BigInt(payment.amount));
        await regtest.mine(1);
      },
    ],
  ] as const)(
    'are paid %s in time, whatever the clocks of blocks say (RV-01)',
    async (_, chainId, url, address, settle) => {
      // Blocks of Bitcoin may be two hours ahead. No date is as late as the others.
      const times = [Math.floor(Date.now() / 1_000) + 7_200, 2 ** 40, 8_640_000_000_001, null];
      const own = await startPayments({ [chainId()]: [url()] });
      onTestFinished(async () => {
        esplora.faults.time = undefined;
        solana.behave();
        await own.close();
      });
      for (const time of times) {
        if (chainId() === regtest.caipNetworkId && (time ?? 0) > 8_640_000_000_000) continue;
        esplora.faults.time = time ?? undefined;
        const dated = (one: unknown) => ({ ...(one as object), blockTime: time });
        solana.behave(({ method }) =>
          method === 'getSignaturesForAddress'
            ? { change: result => (result as unknown[]).map(dated) }
            : undefined,
        );
        const payment = await own.create({
          recipient: await address(),
          asset: chainId(),
          amount: String(SOL),
        });
        await settle(payment);
        await waitUntil(async () => (await own.read(payment.id)).status === 'paid');
      }
    },
  );

  it('are all read within their number by the rate of a public node, and a tenth more (RV-13)', async () => {
    const own = await startPayments({ [devnet.caipNetworkId]: [solana.url] }, 100);
    onTestFinished(async () => {
      devnet.limitRate(undefined);
      await own.close();
    });
    const items = 2 * RATE.perMethod;
    const recipient = await newAddress.solana();
    const asset = devnet.caipNetworkId;
    const made = await inTurns([...Array(items).keys()], index =>
      own.create({ recipient, asset, amount: String(2n * SOL + BigInt(index)) }),
    );
    solana.behave(() => ({ status: 503 }));
    for (const payment of made) await paySol(payment);
    devnet.advance(5);
    devnet.limitRate(RATE);
    const started = performance.now();
    solana.behave();
    await waitUntil(
      async () => made.every(({ id }) => own.shop.typesOf(id).includes('payment.paid')),
      30_000,
    );
    expect(performance.now() - started).toBeLessThan((items / RATE.perMethod) * RATE.window * 1.1);
  });

  it('are read on three chains while a fourth one does not respond, without a delay (RV-01)', async () => {
    const [anvil, other] = await Promise.all([startAnvil(31_337), startAnvil(31_338)]);
    const hanging = await startStrangeNode(other.url);
    const own = await startPayments({
      [EVM]: [anvil.url],
      'eip155:31338': [hanging.url],
      [devnet.caipNetworkId]: [devnet.url],
      [regtest.caipNetworkId]: [regtest.url],
    });
    onTestFinished(async () => {
      await own.close();
      await hanging.stop();
      await Promise.all([anvil.stop(), other.stop()]);
    });
    await own.create({ recipient: PAYER, asset: 'eip155:31338', amount: '1000' });
    hanging.strange.delay = 3_600_000;
    hanging.asked.length = 0;
    // The gateway waits for an answer from now on.
    await waitUntil(async () => hanging.asked.includes('eth_getBlockByNumber'));
    const evmRecipient = '0x00000000000000000000000000000000000ab0de';
    const chains: readonly (readonly [string, string, (payment: Payment) => Promise<unknown>])[] = [
      [
        EVM,
        evmRecipient,
        ({ recipient: to }) => mineTransaction(anvil.url, { from: PAYER, to, value: '0xf4240' }),
      ],
      [devnet.caipNetworkId, await newAddress.solana(), paySol],
      [
        regtest.caipNetworkId,
        newAddress.bitcoin(),
        async ({ recipient }) => {
          await regtest.fund(recipient, SOL);
          await regtest.mine(1);
        },
      ],
    ];
    for (const [asset, recipient, settle] of chains) {
      const payment = await own.create({ recipient, asset, amount: String(SOL) });
      await settle(payment);
      const started = performance.now();
      await waitUntil(async () => (await own.read(payment.id)).status === 'paid');
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
