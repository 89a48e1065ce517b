import { createServer } from 'node:http';
import { type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { accountBalanceAnswer, SOLANA_CLOCK, tokenBalance } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { SOLANA_DEVELOPMENT_CHAIN } from '../chains/defaultUpstreams.js';
import { createGateway, type Gateway } from '../createGateway.js';

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const EMPTY = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

let database: Database;
let devnet: SolanaDevnet;
let gateway: Gateway;

beforeAll(async () => {
  [database, devnet] = await Promise.all([openTestDatabase(), startSolanaDevnet({ slotTime: 0 })]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [SOLANA_DEVELOPMENT_CHAIN]: devnet.url, [MAINNET]: 'http://127.0.0.1:1' },
    publicUrl: 'https://gateway.example',
  });
});
afterAll(async () => {
  gateway.close();
  await Promise.all([database.close(), devnet.close()]);
});

const get = (path: string, chainId: string = SOLANA_DEVELOPMENT_CHAIN, on = gateway) =>
  ask(on, path, { query: { chainId, currency: 'usd' } });

describe('the Solana runtime for development', () => {
  it('has the chain id that the gateway expects', () =>
    expect(devnet.caipNetworkId).toBe(SOLANA_DEVELOPMENT_CHAIN));
});

describe('GET /v1/account/{address}/balance on Solana', () => {
  it('reads SOL, and the tokens of both token programs (CALL-19)', async () => {
    const { status, json } = await get(`/v1/account/${devnet.accounts[0]}/balance`);
    expect(status).toBe(200);
    const { balances } = accountBalanceAnswer.parse(json);
    for (const balance of balances) tokenBalance.parse(balance);
    const quantity = (decimals: number, numeric: string) => ({ decimals: String(decimals), numeric });
    expect(balances).toEqual([
      {
        name: 'Solana',
        symbol: 'SOL',
        chainId: SOLANA_DEVELOPMENT_CHAIN,
        quantity: quantity(9, '1000'),
        iconUrl: expect.stringContaining('/public/getTokenImage/SOL.'),
      },
      {
        name: 'Development dollar',
        symbol: 'USDC',
        chainId: SOLANA_DEVELOPMENT_CHAIN,
        address: `${SOLANA_DEVELOPMENT_CHAIN}:8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz`,
        quantity: quantity(6, '1000000'),
        iconUrl: expect.stringContaining('/public/getTokenImage/USDC.'),
      },
      expect.objectContaining({ symbol: 'BONUS', quantity: quantity(9, '1000000') }),
    ]);
  });

  it('accepts a CAIP-10 id, and returns zero for an empty account', async () => {
    const { json } = await get(`/v1/account/${SOLANA_DEVELOPMENT_CHAIN}:${EMPTY}/balance`);
    expect(json.balances).toEqual([
      expect.objectContaining({ symbol: 'SOL', quantity: { decimals: '9', numeric: '0' } }),
    ]);
  });

  it('refuses an address of another namespace, and invalid text', async () => {
    const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const codes = await Promise.all([
      get(`/v1/account/${evm}/balance`),
      get(`/v1/account/${EMPTY}/balance`, 'eip155:1'),
      get(`/v1/account/${EMPTY.slice(4)}/balance`),
    ]);
    expect(codes.map(({ status, json }) => `${status} ${json.error.code}`)).toEqual([
      '400 CHAIN_NOT_SUPPORTED',
      '400 CHAIN_NOT_SUPPORTED',
      '400 INVALID_PATH',
    ]);
  });

  it('responds with an error when the network is unreachable', async () => {
    const { status, json } = await get(`/v1/account/${EMPTY}/balance`, MAINNET);
    expect([status, json.error.code]).toEqual([503, 'BALANCE_UNAVAILABLE']);
  });

  it('names unlisted tokens by their metadata, and sums the accounts of a token', async () => {
    const [named, nameless, whole] = ['Named', 'Name1ess', 'Who1e'].map(name => name.padEnd(43, '1'));
    const { url, stop } = await startNode(named ?? '', nameless ?? '', whole ?? '');
    const other = await createGateway({ database, upstreams: { [MAINNET]: url } });
    await other.projects.save({ id: 'tokens', name: 'Tokens', features: {}, allowedOrigins: [] });
    const { json } = await ask(other, `/v1/account/${EMPTY}/balance`, {
      project: 'tokens',
      query: { chainId: MAINNET, currency: 'usd' },
    });
    const shown = json.balances.map((one: { symbol: string; quantity: { numeric: string } }) => [
      one.symbol,
      one.quantity.numeric,
    ]);
    expect(shown).toEqual([
      ['SOL', '2.5'],
      ['USDC', '1.5'],
      ['NAMED', '3'],
      ['Name…1111', '0.01'],
    ]);
    other.close();
    await stop();
  });
});

describe('GET /v1/identity/{address} on Solana', () => {
  it('returns none, without a request (CALL-17)', async () => {
    for (const chainId of [SOLANA_DEVELOPMENT_CHAIN, MAINNET, 'eip155:1']) {
      const { status, json } = await get(`/v1/identity/${EMPTY}`, chainId);
      expect([status, json]).toEqual([200, { name: null, avatar: null }]);
    }
  });
});

/** A node whose account holds tokens that the development runtime cannot create. */
async function startNode(named: string, nameless: string, whole: string) {
  const held = (mint: string, amount: string, decimals: number) => ({
    pubkey: 'x',
    account: {
      data: { program: 'spl-token', parsed: { info: { mint, tokenAmount: { amount, decimals } } } },
    },
  });
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v';
  const first = [
    held(nameless, '1', 2),
    held(usdc, '500000', 6),
    held(usdc, '1000000', 6),
    held(whole, '1', 0),
    held(usdc.slice(1), '0', 6),
    { pubkey: 'x', account: { data: ['AA==', 'base64'] } },
  ];
  const state = { name: 'Named token', symbol: 'NAMED' };
  const extensions = [
    { extension: 'metadataPointer', state: {} },
    { extension: 'tokenMetadata', state },
  ];
  const results: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getGenesisHash: () => `${MAINNET.slice('solana:'.length)}xxxx`,
    getBalance: () => ({ value: 2_500_000_000 }),
    getTokenAccountsByOwner: ([, filter]) => ({
      value: JSON.stringify(filter).includes('Tokenkeg') ? first : [held(named, '3000', 3)],
    }),
    getMultipleAccounts: ([keys, config]) => ({
      context: { slot: 1 },
      value: (keys as string[]).map(key => {
        if (key === SOLANA_CLOCK) return { data: [Buffer.alloc(40).toString('base64'), 'base64'] };
        if (key !== named) return null;
        const isParsed = JSON.stringify(config).includes('jsonParsed');
        return { data: isParsed ? { parsed: { info: { extensions } } } : ['', 'base64'] };
      }),
    }),
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body = JSON.parse(text);
    const answers = [body].flat().map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      result: results[method]?.(params),
    }));
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise(resolve => void server.close(resolve).closeAllConnections()),
  };
}
