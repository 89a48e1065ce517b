import { type BitcoinRegtest, startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import type { Payment } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShop } from '../../../test/servers/startShop.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_SECRET } from '../openPayments.js';

const PROJECT = '0'.repeat(32);
const AMOUNT = 250_000n;

let regtest: BitcoinRegtest;
let database: Database;
let gateway: Gateway;
let shop: Awaited<ReturnType<typeof startShop>>;

beforeAll(async () => {
  [regtest, database, shop] = await Promise.all([
    startBitcoinRegtest(),
    openTestDatabase(),
    startShop(PROJECT),
  ]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [regtest.caipNetworkId]: [regtest.url] },
    payments: { interval: 10, retryDelays: [50] },
  });
  await shop.serve(database);
});
afterAll(async () => {
  shop.close();
  await gateway.close();
  await database.close();
  await regtest.close();
});

/** An address that nothing was sent to. */
const stranger = () =>
  p2wpkh(pubECDSA(randomPrivateKeyBytes()), { ...TEST_NETWORK, bech32: 'bcrt' }).address ?? '';

async function post(terms: object): Promise<Response> {
  return gateway.app.request('/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${DEVELOPMENT_SECRET}` },
    body: JSON.stringify({
      ...{ recipient: stranger(), asset: regtest.caipNetworkId, amount: String(AMOUNT) },
      ...terms,
    }),
  });
}

async function create(terms: object = {}): Promise<Payment> {
  const response = await post(terms);
  if (response.status !== 201) throw new Error(await response.text());
  return response.json() as Promise<Payment>;
}

const read = async (id: string) =>
  (await (await gateway.app.request(`/v1/payments/${id}?projectId=${PROJECT}`)).json()) as Payment;
const untilTold = (id: string, ...types: string[]) =>
  waitUntil(async () => types.every(type => shop.typesOf(id).some(one => one === type)));
/** Waits until the gateway has stored a transfer, also one that no block contains. */
const untilSeen = (hash: string) =>
  waitUntil(
    async () =>
      (await database.query('select 1 from payment_transfers where hash = $1 and not is_removed', [hash]))
        .length === 1,
  );

describe('payments on Bitcoin', () => {
  it('are paid once a block contains enough, and not before', async () => {
    const created = await create({ reference: 'order 1042' });
    const first = await regtest.fund(created.recipient, 100_000n);
    await untilSeen(first);
    expect(await read(created.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    await regtest.mine(1);
    await untilTold(created.id, 'payment.underpaid');
    expect(await read(created.id)).toMatchObject({ received: '100000' });
    const second = await regtest.fund(created.recipient, 200_000n);
    await regtest.mine(1);
    await untilTold(created.id, 'payment.paid');
    const paid = await read(created.id);
    expect(paid).toMatchObject({ status: 'paid', received: '300000' });
    expect(paid.transfers.map(({ hash }) => hash)).toEqual([first, second]);
    expect(shop.typesOf(created.id)).toEqual(['payment.underpaid', 'payment.paid']);
  });

  it('wait for confirmations and for finality, and are taken back by a reorganisation', async () => {
    const counted = await create({ confirmations: 3 });
    const final = await create({ finality: 'finalized' });
    const hashes = [
      await regtest.fund(counted.recipient, AMOUNT),
      await regtest.fund(final.recipient, AMOUNT),
    ];
    await regtest.mine(1);
    await Promise.all([counted, final].map(({ id }) => untilTold(id, 'payment.included')));
    await regtest.reorganise(1);
    await Promise.all([counted, final].map(({ id }) => untilTold(id, 'payment.reorganised')));
    expect(await read(counted.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    await regtest.mine(3);
    await untilTold(counted.id, 'payment.paid');
    expect((await read(final.id)).status).toBe('included');
    await regtest.mine(3);
    await untilTold(final.id, 'payment.paid');
    const transfers = [...(await read(counted.id)).transfers, ...(await read(final.id)).transfers];
    expect(transfers.map(({ hash }) => hash)).toEqual(hashes);
  });

  it('are in time if they were seen in time, however long a block takes', async () => {
    const [seen, expired] = [await create(), await create()];
    await untilSeen(await regtest.fund(seen.recipient, AMOUNT));
    await database.query('update payments set expires_at = now() where id in ($1, $2)', [
      seen.id,
      expired.id,
    ]);
    await untilTold(expired.id, 'payment.expired');
    expect((await read(seen.id)).status).toBe('open');
    await regtest.mine(1);
    await untilTold(seen.id, 'payment.paid');
    const late = await regtest.fund(expired.recipient, AMOUNT);
    await regtest.mine(1);
    await untilTold(expired.id, 'payment.late');
    expect(
      shop.all().find(({ type, data }) => type === 'payment.late' && data.transfer?.hash === late),
    ).toBeDefined();
    expect(await read(expired.id)).toMatchObject({ status: 'expired', received: '0' });
  });

  it('are refused if they could not be seen', async () => {
    for (const change of [
      { recipient: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      { recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      { asset: `bip122:${'1'.repeat(32)}` },
      { asset: `${regtest.caipNetworkId}:token` },
    ]) {
      expect((await post(change)).status).toBe(400);
    }
  });
});
