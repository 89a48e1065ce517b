import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';
const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f';
const GENESIS = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3';
/** Alice, the well-known development account, on Polkadot and with the generic prefix. */
const ALICE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const GENERIC = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
/** The storage key of its entry in System.Account, as polkadot-js derives it. */
const ALICE_KEY =
  '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';
const NOBODY = '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3';

const u128 = (amount: bigint) =>
  Buffer.from(amount.toString(16).padStart(32, '0'), 'hex').reverse().toString('hex');

let database: Database;
let node: Server;
let gateway: Gateway;

beforeAll(async () => {
  // A Substrate chain cannot run offline: this node has the storage of one account.
  node = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method, params } = JSON.parse(text);
    const account = `0x${'01000000'.repeat(4)}${u128(12_345_678_901n)}${u128(10_000_000_000n)}${u128(0n)}${u128(0n)}`;
    const result =
      method === 'chain_getBlockHash'
        ? GENESIS
        : method === 'state_getStorage' && params[0] === ALICE_KEY
          ? account
          : null;
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  database = await openTestDatabase();
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: url, [KUSAMA]: url },
  });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
  node.closeAllConnections();
  node.close();
});

const balanceOf = (address: string, chainId = CHAIN) =>
  ask(gateway, `/v1/account/${address}/balance`, { query: { chainId } });

describe('GET /v1/account/{address}/balance on Polkadot', () => {
  it('reads the free and the reserved balance of an account, however its address is written', async () => {
    for (const address of [ALICE, GENERIC, `${CHAIN}:${ALICE}`]) {
      const { status, json } = await balanceOf(address);
      expect([status, json.balances]).toEqual([
        200,
        [
          expect.objectContaining({
            name: 'Polkadot',
            symbol: 'DOT',
            chainId: CHAIN,
            quantity: { decimals: '10', numeric: '2.2345678901' },
          }),
        ],
      ]);
    }
  });

  it('is zero for an account that is not stored', async () => {
    expect((await balanceOf(NOBODY)).json.balances).toMatchObject([{ quantity: { numeric: '0' } }]);
  });

  it('refuses an invalid address, and a node of another network', async () => {
    expect((await balanceOf(`${ALICE.slice(0, -1)}1`)).json.error.code).toBe('INVALID_PATH');
    expect((await balanceOf(ALICE, 'eip155:31337')).json.error.code).toBe('CHAIN_NOT_SUPPORTED');
    const { status, json } = await balanceOf(ALICE, KUSAMA);
    expect([status, json.error.code]).toEqual([503, 'BALANCE_UNAVAILABLE']);
  });
});
