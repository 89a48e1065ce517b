import { type BitcoinRegtest, startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import type { AccountTransaction } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newAddress } from '../../../test/chain/newAddress.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { startStrangeEsplora } from '../../../test/servers/startStrangeEsplora.js';
import { ask } from '../../../test/signInClient.js';
import { waitUntil } from '../../../test/waitUntil.js';

const AMOUNT = 250_000n;

let regtest: BitcoinRegtest;
let gateway: Awaited<ReturnType<typeof startPayments>>;

beforeAll(async () => {
  regtest = await startBitcoinRegtest();
  gateway = await startPayments({ [regtest.caipNetworkId]: [regtest.url] });
});
afterAll(async () => {
  await gateway.close();
  await regtest.close();
});

const termsOf = (change: object) => ({
  ...{ recipient: newAddress.bitcoin(), asset: regtest.caipNetworkId, amount: String(AMOUNT) },
  ...change,
});
const create = (change: object = {}) => gateway.create(termsOf(change));
/** Waits until the gateway has stored a transfer, also one that no block contains. */
const untilSeen = (hash: string) =>
  waitUntil(
    async () =>
      (
        await gateway.database.query('select 1 from payment_transfers where hash = $1 and not is_removed', [
          hash,
        ])
      ).length === 1,
  );

describe('payments on Bitcoin', () => {
  it('are paid once a block contains enough, and not before', async () => {
    const created = await create({ reference: 'order 1042' });
    const first = await regtest.fund(created.recipient, 100_000n);
    await untilSeen(first);
    expect(await gateway.read(created.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    await regtest.mine(1);
    await gateway.untilTold(created.id, 'payment.underpaid');
    expect(await gateway.read(created.id)).toMatchObject({ received: '100000' });
    const second = await regtest.fund(created.recipient, 200_000n);
    await regtest.mine(1);
    await gateway.untilTold(created.id, 'payment.paid');
    const paid = await gateway.read(created.id);
    expect(paid).toMatchObject({ status: 'paid', received: '300000' });
    expect(paid.transfers.map(({ hash }) => hash)).toEqual([first, second]);
    expect(gateway.shop.typesOf(created.id)).toEqual(['payment.underpaid', 'payment.paid']);
  });

  it('count two equal outputs of one transaction once each, in payments and in histories (RV-12)', async () => {
    const key = randomPrivateKeyBytes();
    const own = p2wpkh(pubECDSA(key), { ...TEST_NETWORK, bech32: 'bcrt' });
    const funded = await regtest.fund(own.address ?? '', 1_000_000n);
    await regtest.mine(1);
    const created = await create();
    const utxos = await fetch(`${regtest.url}/address/${own.address}/utxo`);
    const [coin] = (await utxos.json()) as { txid: string; vout: number }[];
    const transaction = new Transaction();
    const witnessUtxo = { script: own.script, amount: 1_000_000n };
    transaction.addInput({ txid: funded, index: coin?.vout ?? 0, witnessUtxo });
    const network = { ...TEST_NETWORK, bech32: 'bcrt' };
    for (let index = 0; index < 2; index += 1)
      transaction.addOutputAddress(created.recipient, AMOUNT / 2n, network);
    transaction.addOutputAddress(own.address ?? '', 700_000n, network);
    transaction.sign(key);
    transaction.finalize();
    await fetch(`${regtest.url}/tx`, { method: 'POST', body: transaction.hex });
    await regtest.mine(1);
    await gateway.untilTold(created.id, 'payment.paid');
    const paid = await gateway.read(created.id);
    expect(paid).toMatchObject({ received: String(AMOUNT), overpaid: false });
    expect(paid.transfers.map(one => [one.hash, one.amount])).toEqual([[transaction.id, String(AMOUNT)]]);
    const movedOf = async (account: string) => {
      const query = { chainId: regtest.caipNetworkId };
      const { json } = await ask(gateway.gateway, `/v1/account/${account}/history`, { query });
      const data = json.data as readonly AccountTransaction[];
      const found = data.filter(one => one.metadata.hash === transaction.id);
      return found.flatMap(one =>
        one.transfers.map(({ direction, quantity }) => [direction, quantity.numeric]),
      );
    };
    expect(await movedOf(created.recipient)).toEqual([['in', '0.0025']]);
    // In the payer's history each output is a movement, and the change is not.
    expect(await movedOf(own.address ?? '')).toEqual([
      ['out', '0.00125'],
      ['out', '0.00125'],
    ]);
  });

  it('count a transaction that replaces another one, and not the replaced one (RV-01)', async () => {
    const esplora = await startStrangeEsplora(regtest.url);
    const own = await startPayments({ [regtest.caipNetworkId]: [esplora.url] });
    onTestFinished(async () => {
      await own.close();
      await esplora.stop();
    });
    const created = await own.create(termsOf({}));
    const stored = async (isRemoved: boolean) =>
      (
        await own.database.query('select hash from payment_transfers where is_removed = $1 order by hash', [
          isRemoved,
        ])
      ).map(({ hash }) => hash);
    const first = await regtest.fund(created.recipient, AMOUNT);
    await waitUntil(async () => (await stored(false)).includes(first));
    esplora.gone.add(first);
    const second = await regtest.fund(created.recipient, AMOUNT);
    await waitUntil(async () => (await stored(false)).includes(second));
    await waitUntil(async () => (await stored(true)).includes(first));
    await regtest.mine(1);
    await own.untilTold(created.id, 'payment.paid');
    const paid = await own.read(created.id);
    expect(paid).toMatchObject({ status: 'paid', received: String(AMOUNT), overpaid: false });
    expect(paid.transfers.map(({ hash }) => hash)).toEqual([second]);
    const { json } = await ask(own.gateway, `/v1/account/${created.recipient}/history`, {
      query: { chainId: regtest.caipNetworkId },
    });
    const data = json.data as readonly AccountTransaction[];
    expect(data.map(({ metadata, transfers }) => [metadata.hash, transfers.length])).toEqual([[second, 1]]);
    // A replacement that pays somebody else removes the payment before it counts.
    const other = await own.create(termsOf({}));
    const third = await regtest.fund(other.recipient, AMOUNT);
    await waitUntil(async () => (await stored(false)).includes(third));
    esplora.gone.add(third);
    await waitUntil(async () => (await stored(true)).includes(third));
    expect(await own.read(other.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    expect(own.shop.all().map(({ type }) => type)).toEqual(['payment.paid']);
  });

  it('are paid by the second of two equal transactions, if the first is dropped before a block contains it (RV-01)', async () => {
    const esplora = await startStrangeEsplora(regtest.url);
    const own = await startPayments({ [regtest.caipNetworkId]: [esplora.url] });
    onTestFinished(async () => {
      await own.close();
      await esplora.stop();
    });
    const created = await own.create(termsOf({}));
    const stored = async (isRemoved: boolean) =>
      (await own.database.query('select hash from payment_transfers where is_removed = $1', [isRemoved])).map(
        ({ hash }) => hash,
      );
    const dropped = await regtest.fund(created.recipient, AMOUNT);
    await waitUntil(async () => (await stored(false)).includes(dropped));
    const mined = await regtest.fund(created.recipient, AMOUNT);
    await waitUntil(async () => (await stored(false)).includes(mined));
    esplora.gone.add(dropped);
    await waitUntil(async () => (await stored(true)).includes(dropped));
    await regtest.mine(1);
    await own.untilTold(created.id, 'payment.paid');
    const paid = await own.read(created.id);
    expect(paid).toMatchObject({ received: String(AMOUNT), overpaid: false });
    expect(paid.transfers.map(({ hash }) => hash)).toEqual([mined]);
    expect(own.shop.all().map(({ type }) => type)).toEqual(['payment.paid']);
  });

  it('wait for confirmations and for finality, and are taken back by a reorganisation', async () => {
    const counted = await create({ confirmations: 3 });
    const final = await create({ finality: 'finalized' });
    const hashes = [
      await regtest.fund(counted.recipient, AMOUNT),
      await regtest.fund(final.recipient, AMOUNT),
    ];
    await regtest.mine(1);
    await Promise.all([counted, final].map(({ id }) => gateway.untilTold(id, 'payment.included')));
    await regtest.reorganise(1);
    await Promise.all([counted, final].map(({ id }) => gateway.untilTold(id, 'payment.reorganised')));
    expect(await gateway.read(counted.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    await regtest.mine(3);
    await gateway.untilTold(counted.id, 'payment.paid');
    expect((await gateway.read(final.id)).status).toBe('included');
    await regtest.mine(3);
    await gateway.untilTold(final.id, 'payment.paid');
    const transfers = [
      ...(await gateway.read(counted.id)).transfers,
      ...(await gateway.read(final.id)).transfers,
    ];
    expect(transfers.map(({ hash }) => hash)).toEqual(hashes);
  });

  it('are in time if they were seen in time, however long a block takes', async () => {
    const [seen, expired] = [await create(), await create()];
    await untilSeen(await regtest.fund(seen.recipient, AMOUNT));
    await gateway.expire(seen.id, expired.id);
    await gateway.untilTold(expired.id, 'payment.expired');
    expect((await gateway.read(seen.id)).status).toBe('open');
    await regtest.mine(1);
    await gateway.untilTold(seen.id, 'payment.paid');
    const late = await regtest.fund(expired.recipient, AMOUNT);
    await regtest.mine(1);
    await gateway.untilTold(expired.id, 'payment.late');
    expect(
      gateway.shop.all().find(({ type, data }) => type === 'payment.late' && data.transfer?.hash === late),
    ).toBeDefined();
    expect(await gateway.read(expired.id)).toMatchObject({ status: 'expired', received: '0' });
  });

  it('are not paid by what waited for a block before they were asked for, and that is reported once [SEC-105]', async () => {
    const recipient = newAddress.bitcoin();
    for (const amount of ['500000', '600000']) await create({ recipient, amount });
    // A customer pays too little. The attacker sees it before a block contains it.
    const hash = await regtest.fund(recipient, 400_000n);
    await untilSeen(hash);
    const attackers = await create({ recipient, amount: '400000' });
    const unmatched = () =>
      gateway.shop
        .all()
        .filter(({ type, data }) => type === 'payment.unmatched' && data.transfer?.hash === hash);
    expect(unmatched()).toEqual([]);
    await regtest.mine(1);
    await waitUntil(async () => unmatched().length === 1);
    expect(await gateway.read(attackers.id)).toMatchObject({ status: 'open', received: '0' });
    await regtest.mine(1);
    expect(unmatched()).toHaveLength(1);
  });

  it('go on past transactions of an unknown form, and count what becomes readable (RV-01)', async () => {
    const node = await startStrangeEsplora(regtest.url);
    const own = await startPayments({ [regtest.caipNetworkId]: [node.url] });
    onTestFinished(async () => {
      await own.close();
      await node.stop();
    });
    const recipient = newAddress.bitcoin();
    const [plain, odd, known] = [
      await own.create(termsOf({ recipient })),
      await own.create(termsOf({ recipient, amount: '300000' })),
      await own.create(termsOf({ recipient: newAddress.bitcoin() })),
    ];
    const kept = await regtest.fund(known.recipient, AMOUNT);
    const hash = await regtest.fund(recipient, 300_000n);
    node.odd.add(hash);
    await regtest.fund(recipient, AMOUNT);
    await regtest.mine(1);
    for (const one of [plain, known]) await own.untilTold(one.id, 'payment.paid');
    const told = () => own.shop.all().filter(({ type }) => type === 'payment.unread');
    await waitUntil(async () => told().length > 0);
    expect(told().map(({ data }) => data.unread)).toEqual([
      { chainId: regtest.caipNetworkId, hash, recipient },
    ]);
    // What is known stays, although its block is read again and nobody can read it.
    node.odd.add(kept);
    await regtest.reorganise(1);
    await regtest.mine(2);
    await waitUntil(async () => (await own.read(known.id)).status === 'paid');
    expect(await own.read(odd.id)).toMatchObject({ status: 'open' });
    const history = await own.gateway.app.request(
      `/v1/account/${recipient}/history?projectId=${'0'.repeat(32)}&chainId=${regtest.caipNetworkId}`,
    );
    const { data } = (await history.json()) as { data: { metadata: { operationType: string } }[] };
    expect(data.map(({ metadata }) => metadata.operationType).sort()).toEqual(['receive', 'unread']);
    node.odd.clear();
    await own.database.query('update payment_unread set next_at = now()');
    await own.untilTold(odd.id, 'payment.paid');
    expect(told().filter(one => one.data.unread?.hash === hash)).toHaveLength(1);
  });

  it('are refused if they could not be seen', async () => {
    for (const change of [
      { recipient: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      { recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      { asset: `bip122:${'1'.repeat(32)}` },
      { asset: `${regtest.caipNetworkId}:token` },
    ]) {
      expect((await gateway.post(termsOf(change))).status).toBe(400);
    }
  });
});
