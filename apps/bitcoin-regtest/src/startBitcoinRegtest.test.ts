import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { bitcoinAccounts } from 'latchkit/testing/bitcoin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGTEST } from './addresses.js';
import { type BitcoinRegtest, startBitcoinRegtest } from './startBitcoinRegtest.js';

const KEYS = bitcoinAccounts.map(key => Buffer.from(key, 'hex'));
const [KEY = Buffer.alloc(0), OTHER_KEY = Buffer.alloc(0)] = KEYS;
const payment = p2wpkh(pubECDSA(KEY), REGTEST);
const other = p2wpkh(pubECDSA(OTHER_KEY), REGTEST);
const ordinal = p2tr(pubSchnorr(KEY), undefined, REGTEST).address ?? '';

let regtest: BitcoinRegtest;
beforeAll(async () => {
  regtest = await startBitcoinRegtest();
});
afterAll(() => regtest.close());

const get = async (path: string) => (await fetch(regtest.url + path)).json();
const text = async (path: string) => (await fetch(regtest.url + path)).text();
const post = async (path: string, body: string) => {
  const response = await fetch(regtest.url + path, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
};

interface Utxo {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
}

/** Spends the first coin of each key, to the address for ordinals and back to the first key. */
async function paymentOf(keys: readonly Buffer[], amount: bigint): Promise<Transaction> {
  const transaction = new Transaction();
  let left = -amount - 500n;
  for (const key of keys) {
    const { address = '', script } = p2wpkh(pubECDSA(key), REGTEST);
    const [coin] = (await get(`/address/${address}/utxo`)) as Utxo[];
    if (!coin) throw new Error('The account has no coin.');
    left += BigInt(coin.value);
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { script, amount: BigInt(coin.value) },
    });
  }
  transaction.addOutputAddress(ordinal, amount, REGTEST);
  transaction.addOutputAddress(payment.address ?? '', left, REGTEST);
  for (const key of keys) transaction.sign(key);
  transaction.finalize();
  return transaction;
}

describe('the Bitcoin chain for development', () => {
  it('has 501 blocks and funded accounts', async () => {
    expect(regtest.caipNetworkId).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');
    expect(await text('/block-height/0')).toMatch(/^0f9188f13cb7b2c71f2a335e3a4fc328/);
    expect(await text('/blocks/tip/height')).toBe('501');
    expect(await get(`/block/${await text('/blocks/tip/hash')}`)).toMatchObject({ height: 501 });
    expect(regtest.accounts).toEqual([payment.address, other.address]);
    const { chain_stats, mempool_stats } = await get(`/address/${payment.address}`);
    expect(chain_stats).toMatchObject({ funded_txo_sum: 10_000_000_000, spent_txo_sum: 0, tx_count: 1 });
    expect(mempool_stats.tx_count).toBe(0);
  });

  it('accepts a payment of two signers, and confirms it in the next block', async () => {
    const transaction = await paymentOf(KEYS, 12_345n);
    expect(await post('/tx', transaction.hex)).toEqual({ status: 200, text: transaction.id });
    expect(await get(`/tx/${transaction.id}/status`)).toEqual({ confirmed: false });
    expect((await get(`/address/${ordinal}`)).mempool_stats.funded_txo_sum).toBe(12_345);
    await regtest.mine(1);
    expect(await get(`/tx/${transaction.id}`)).toMatchObject({
      fee: 500,
      vin: [{ prevout: { scriptpubkey_address: payment.address } }, { prevout: { value: 10_000_000_000 } }],
      vout: [{ scriptpubkey_address: ordinal, value: 12_345 }, {}],
      status: { confirmed: true, block_height: 502 },
    });
    expect(await text(`/tx/${transaction.id}/hex`)).toBe(transaction.hex);
    const history = await get(`/address/${payment.address}/txs`);
    expect(history.map(({ txid }: { txid: string }) => txid)[0]).toBe(transaction.id);
    expect(await get(`/address/${payment.address}/txs/chain/${transaction.id}`)).toHaveLength(1);
  });

  it('refuses a forged signature, a coin that is spent, and what is no transaction', async () => {
    const [coin] = (await get(`/address/${payment.address}/utxo`)) as Utxo[];
    const transaction = await paymentOf([KEY], 1_000n);
    const forged = Buffer.from(transaction.hex, 'hex');
    const place = forged.length - 80;
    forged[place] = (forged[place] ?? 0) ^ 1;
    expect(await post('/tx', forged.toString('hex'))).toMatchObject({
      status: 400,
      text: expect.stringContaining('script-verify-flag'),
    });
    expect((await post('/tx', transaction.hex)).status).toBe(200);
    const again = new Transaction();
    again.addInput({
      txid: coin?.txid ?? '',
      index: coin?.vout ?? 0,
      witnessUtxo: { script: payment.script, amount: BigInt(coin?.value ?? 0) },
    });
    again.addOutputAddress(ordinal, 2_000n, REGTEST);
    again.sign(KEY);
    again.finalize();
    expect((await post('/tx', again.hex)).status).toBe(400);
    expect((await post('/tx', 'zz')).status).toBe(400);
    expect((await post('/tx', '00ff')).status).toBe(400);
  });

  it('funds any address, and mines when asked', async () => {
    const height = Number(await text('/blocks/tip/height'));
    const { status, text: id } = await post('/dev/fund', JSON.stringify({ address: ordinal, amount: 5_000 }));
    expect(status).toBe(200);
    expect(await post('/dev/mine', '{"blocks":2}')).toEqual({ status: 200, text: '{}' });
    expect(await text('/blocks/tip/height')).toBe(String(height + 2));
    expect(await get(`/tx/${id}/status`)).toMatchObject({ confirmed: true, block_height: height + 1 });
    expect((await post('/dev/fund', '{"address":"bc1q","amount":1}')).status).toBe(400);
  });

  it('does not find what there is not', async () => {
    for (const path of ['/tx/00', '/block/00', '/block-height/9999', '/mempool', '/address/bcrt1q/what']) {
      expect([400, 404], path).toContain((await fetch(regtest.url + path)).status);
    }
  });
});

describe('the block time', () => {
  it('mines a transaction that was sent', async () => {
    const live = await startBitcoinRegtest({ blockTime: 10 });
    const id = await live.fund(ordinal, 1_000n);
    await expect
      .poll(async () => (await (await fetch(`${live.url}/tx/${id}/status`)).json()).confirmed)
      .toBe(true);
    await live.close();
  });
});
