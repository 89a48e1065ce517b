import { type BitcoinRegtest, startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { accountBalanceAnswer, accountTransaction, feeRatesAnswer } from 'latchkit/protocol';
import { bitcoinAccounts } from 'latchkit/testing/bitcoin';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { BITCOIN_DEVELOPMENT_CHAIN as CHAIN } from '../chains/defaultUpstreams.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';

const MAINNET = 'bip122:000000000019d6689c085ae165831e93';
const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const [KEY = new Uint8Array()] = bitcoinAccounts.map(key => Buffer.from(key, 'hex'));
const { address: ACCOUNT = '', script } = p2wpkh(pubECDSA(KEY), REGTEST);
const { address: STRANGER = '' } = p2wpkh(pubECDSA(new Uint8Array(32).fill(9)), REGTEST);

let database: Database;
let regtest: BitcoinRegtest;
let gateway: Gateway;

const gatewayOn = async (urls: readonly string[]) => {
  const made = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: urls },
    upstreamTimeout: 2_000,
  });
  onTestFinished(() => made.close());
  return made;
};

beforeAll(async () => {
  [database, regtest] = await Promise.all([openTestDatabase(), startBitcoinRegtest()]);
  gateway = await createGateway({ database, developmentMode: true, upstreams: { [CHAIN]: regtest.url } });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([database.close(), regtest.close()]);
});

const get = (path: string, chainId = CHAIN, on = gateway) => ask(on, path, { query: { chainId } });
const balanceOf = async (address: string, on = gateway) => get(`/v1/account/${address}/balance`, CHAIN, on);
const send = async (transaction: string, chainId = CHAIN, on = gateway) => {
  const path = `/v1/bitcoin/transactions?projectId=${DEVELOPMENT_PROJECT_ID}&chainId=${chainId}`;
  const body = JSON.stringify({ transaction });
  const response = await on.app.request(path, { method: 'POST', body });
  return { status: response.status, json: await response.json() };
};

/** A payment of so many sats, signed; the rest goes back but for the fee. */
async function payment(amount: bigint, fee = 500n): Promise<Transaction> {
  const coins: { txid: string; vout: number; value: number }[] = await (
    await fetch(`${regtest.url}/address/${ACCOUNT}/utxo`)
  ).json();
  const [coin] = coins;
  if (!coin) throw new Error('The account has no coin.');
  const transaction = new Transaction();
  const held = BigInt(coin.value);
  transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: held } });
  transaction.addOutputAddress(STRANGER, amount, REGTEST);
  transaction.addOutputAddress(ACCOUNT, held - amount - fee, REGTEST);
  transaction.sign(KEY);
  transaction.finalize();
  return transaction;
}

describe('an account on Bitcoin', () => {
  it('has a balance in BTC', async () => {
    const { status, json } = await balanceOf(ACCOUNT);
    expect(status).toBe(200);
    expect(accountBalanceAnswer.parse(json).balances).toEqual([
      expect.objectContaining({
        name: 'Bitcoin',
        symbol: 'BTC',
        chainId: CHAIN,
        quantity: { decimals: '8', numeric: '100' },
      }),
    ]);
    expect((await balanceOf(`${CHAIN}:${ACCOUNT.toUpperCase()}`)).json).toEqual(json);
    const { json: none } = await balanceOf(STRANGER);
    expect(none.balances).toMatchObject([{ quantity: { numeric: '0' } }]);
  });

  it('has a history', async () => {
    const { status, json } = await get(`/v1/account/${ACCOUNT}/history`);
    expect(status).toBe(200);
    expect(json.data.map((one: unknown) => accountTransaction.parse(one).metadata)).toMatchObject([
      { operationType: 'receive', chain: CHAIN, status: 'confirmed' },
    ]);
    expect(json.next).toBeNull();
  });

  it('is refused on another kind of chain, and without an upstream of the operator', async () => {
    const refusals = await Promise.all([
      get(`/v1/account/${ACCOUNT}/balance`, 'eip155:31337'),
      get(`/v1/account/${ACCOUNT}/balance`, MAINNET),
      get('/v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance'),
      get('/v1/bitcoin/fee-rates', MAINNET),
      send('00', MAINNET),
    ]);
    expect(refusals.map(({ status, json }) => `${status} ${json.error.code}`)).toEqual(
      Array(5).fill('400 CHAIN_NOT_SUPPORTED'),
    );
    const { json } = await get('/v1/supported-chains');
    expect(json.http).toContain(CHAIN);
    expect(json.http).not.toContain(MAINNET);
  });
});

describe('GET /v1/bitcoin/fee-rates', () => {
  it('reads the fee rates', async () => {
    const { status, json } = await get('/v1/bitcoin/fee-rates');
    expect([status, feeRatesAnswer.parse(json)]).toEqual([200, { fast: 5, normal: 2, slow: 1 }]);
    expect((await get('/v1/bitcoin/fee-rates', 'eip155:1')).json.error.code).toBe('INVALID_QUERY');
  });
});

describe('POST /v1/bitcoin/transactions', () => {
  it('sends a transaction, which is confirmed with the next block', async () => {
    const { hex, id } = await payment(12_345n);
    expect(await send(hex)).toEqual({ status: 200, json: { id } });
    const { json } = await get(`/v1/account/${STRANGER}/history`);
    expect(json.data).toMatchObject([
      { metadata: { status: 'pending', hash: id, sentFrom: ACCOUNT }, transfers: [{ direction: 'in' }] },
    ]);
    await regtest.mine(1);
    const fresh = await gatewayOn([regtest.url]);
    expect((await balanceOf(STRANGER, fresh)).json.balances[0].quantity.numeric).toBe('0.00012345');
    const after = await get(`/v1/account/${STRANGER}/history`, CHAIN, fresh);
    expect(after.json.data).toMatchObject([{ metadata: { status: 'confirmed', hash: id } }]);
  });

  it("passes on the node's refusal", async () => {
    const { hex } = await payment(2_000n);
    const forged = Buffer.from(hex, 'hex');
    forged[forged.length - 80] = (forged.at(-80) ?? 0) ^ 1;
    expect(await send(forged.toString('hex'))).toEqual({
      status: 400,
      json: { error: { code: 'TRANSACTION_REFUSED', message: expect.stringContaining('script-verify') } },
    });
    expect((await send('zz')).json.error.code).toBe('INVALID_BODY');
  });
});

describe('POST /v1 on Bitcoin', () => {
  it('offers no requests to the upstream', async () => {
    const path = `/v1?projectId=${DEVELOPMENT_PROJECT_ID}&chainId=${CHAIN}`;
    const codes = ['GET /fee-estimates', 'POST /dev/mine', 'eth_blockNumber'].map(async method => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: ['{"blocks":1}'] });
      const response = await gateway.app.request(path, { method: 'POST', body });
      return `${response.status} ${(await response.json()).error.data.code}`;
    });
    expect(await Promise.all(codes)).toEqual([
      '400 INVALID_RPC_REQUEST',
      '400 INVALID_RPC_REQUEST',
      '403 METHOD_NOT_ALLOWED',
    ]);
  });
});

describe('a Bitcoin network whose first upstream fails', () => {
  it.each<[string, Parameters<Awaited<ReturnType<typeof startFaultyUpstream>>['behave']>[0]]>([
    ['hangs', () => {}],
    ['breaks the connection', request => request.socket.destroy()],
    ['answers HTML', (_, response) => response.writeHead(200).end('<html>')],
    ['fails', (_, response) => response.writeHead(502).end('Bad gateway')],
    ['limits', (_, response) => response.writeHead(429).end('slow down')],
    ['rejects the credentials of the operator', (_, response) => response.writeHead(403).end('no')],
    ['serves another network', (_, response) => response.end('000000000019d6689c085ae165831e93'.repeat(2))],
  ])('is served by the next when it %s', async (_, how) => {
    const faulty = await startFaultyUpstream(CHAIN);
    onTestFinished(faulty.stop);
    faulty.behave(how);
    const both = await gatewayOn([faulty.url, regtest.url]);
    const { status, json } = await balanceOf(ACCOUNT, both);
    expect([status, json.balances?.[0].symbol]).toEqual([200, 'BTC']);
    expect((await get('/v1/bitcoin/fee-rates', CHAIN, both)).status).toBe(200);
  });

  it('is served by the next when it is far behind, and is not asked for what it must not know', async () => {
    const faulty = await startFaultyUpstream(CHAIN);
    onTestFinished(faulty.stop);
    faulty.behave(({ url = '' }, response) => {
      if (url === '/block-height/0') response.end('0f9188f13cb7b2c71f2a335e3a4fc328'.repeat(2));
      else if (url === '/blocks/tip/hash') response.end('ab'.repeat(32));
      else if (url.startsWith('/block/')) response.end('{"height":12,"timestamp":1700000000}');
      else response.writeHead(404).end('Not found');
    });
    const both = await gatewayOn([faulty.url, regtest.url]);
    expect((await balanceOf(ACCOUNT, both)).json.balances[0].quantity.numeric).toMatch(/^99\.99/);
  });

  it('reports a failure without the addresses of the upstreams', async () => {
    const faulty = await startFaultyUpstream(CHAIN);
    onTestFinished(faulty.stop);
    faulty.behave((_, response) => response.writeHead(500).end(faulty.url));
    const alone = await gatewayOn([faulty.url]);
    for (const path of [`/v1/account/${ACCOUNT}/balance`, '/v1/bitcoin/fee-rates']) {
      const { status, json } = await get(path, CHAIN, alone);
      expect(status).toBe(503);
      expect(JSON.stringify(json)).not.toContain(new URL(faulty.url).host);
    }
    expect((await send('00', CHAIN, alone)).json.error.code).toBe('CHAIN_UNAVAILABLE');
  });

  it('keeps the path and the credentials of an upstream', async () => {
    const faulty = await startFaultyUpstream(CHAIN);
    onTestFinished(faulty.stop);
    const urls: string[] = [];
    faulty.behave(({ url = '', headers }, response) => {
      urls.push(`${url} ${headers.authorization}`);
      if (url.startsWith('/api/block-height/0')) response.end('0f9188f13cb7b2c71f2a335e3a4fc328'.repeat(2));
      else if (url.startsWith('/api/fee-estimates')) response.end('{}');
      else response.writeHead(404).end();
    });
    const url = `${faulty.url.replace('//', '//ada:secret@')}/api/?key=12345678`;
    const { json } = await get('/v1/bitcoin/fee-rates', CHAIN, await gatewayOn([url]));
    expect(json).toEqual({ fast: 1, normal: 1, slow: 1 });
    expect(urls).toContain('/api/fee-estimates?key=12345678 Basic YWRhOnNlY3JldA==');
  });
});
