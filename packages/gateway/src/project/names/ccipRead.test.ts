import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  isHex,
  parseAbi,
  toCoinType,
} from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployEndlessEns, deployEns, deployOffchainNames } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { ccipRequest } from './ccipRequest.js';

const RESOLVER = '0x2000000000000000000000000000000000000001';
const ENDLESS = '0x2000000000000000000000000000000000000002';
const ADA = getAddress('0x3000000000000000000000000000000000000001');
const AVATAR = 'https://a.example/ada.png';
/** The gateway's URL of it. */
const PICTURE = expect.stringMatching(/^http:\/\/localhost\/public\/getPicture\/[0-9a-f]{32}$/);
const BASE_COIN = toCoinType(8453);

/** ABI of the resolvers' calls, and of the CCIP-Read server's through ENSIP-10. */
const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
]);

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let server: Server;
let asked: string[] = [];
const gateways: Gateway[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString());
      response.end(JSON.stringify({ data: isHex(data) && data !== '0x' ? recordOf(data) : '0x' }));
    });
  }).listen(0, '127.0.0.1');
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(1), once(server, 'listening')]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await deployEns(anvil.url, RESOLVER, [{ address: ADA, name: 'ada.off.eth', leadsTo: ADA }]);
  await deployOffchainNames(anvil.url, ['off.eth', 'ada.off.eth', 'base.eth', '80002105.reverse'], url);
  await deployEndlessEns(anvil.url, ENDLESS, url);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  for (const gateway of gateways) gateway.close();
  server.close();
  await Promise.all([database.close(), anvil.stop()]);
});

/** The server's record for a resolver call. */
function recordOf(data: Hex): Hex {
  const outer = decodeFunctionData({ abi, data });
  const call = decodeFunctionData({ abi, data: outer.functionName === 'resolve' ? outer.args[1] : '0x' });
  const { functionName, args } = call;
  asked.push(functionName);
  if (functionName === 'name') return encodeFunctionResult({ abi, functionName, result: 'ada.base.eth' });
  if (functionName === 'text') return encodeFunctionResult({ abi, functionName, result: AVATAR });
  if (args.length === 1) return encodeFunctionResult({ abi: [abi[2]], functionName: 'addr', result: ADA });
  const result = args[1] === BASE_COIN ? ADA : '0x';
  return encodeFunctionResult({ abi: [abi[3]], functionName: 'addr', result });
}

async function gatewayWith(ccipRead: boolean, resolver: string = RESOLVER): Promise<Gateway> {
  const local = ccipRequest({ protocols: ['http:'], isAllowed: address => address === '127.0.0.1' });
  const gateway = await createGateway({
    database,
    cache: memoryCache(),
    developmentMode: true,
    upstreams: { 'eip155:1': anvil.url, 'eip155:8453': 'http://127.0.0.1:1' },
    ensResolvers: { 'eip155:1': resolver },
    pictures: async () => Promise.reject(new Error('no picture is fetched before it is shown')),
    ...(ccipRead ? { ccipRead: local } : {}),
  });
  gateways.push(gateway);
  return gateway;
}

async function identity(gateway: Gateway, chainId: string) {
  const { status, json } = await ask(gateway, `/v1/identity/${ADA}`, { query: { chainId } });
  return [status, json];
}

describe('names with records on a server', () => {
  it('are found on Ethereum when the operator allows it', async () => {
    const gateway = await gatewayWith(true);
    expect(await identity(gateway, 'eip155:1')).toEqual([200, { name: 'ada.off.eth', avatar: PICTURE }]);
    const { json } = await ask(gateway, '/v1/profile/account/bob.off.eth');
    expect(json).toEqual({ name: 'bob.off.eth', addresses: { 60: { address: ADA } } });
  });

  it('include names on Base, by the coin type of Base', async () => {
    const gateway = await gatewayWith(true);
    expect(await identity(gateway, 'eip155:8453')).toEqual([200, { name: 'ada.base.eth', avatar: PICTURE }]);
    expect(asked).toEqual(['name', 'addr', 'text']);
  });

  it('are not found by default, and no server is requested', async () => {
    const gateway = await gatewayWith(false);
    const nobody = [200, { name: null, avatar: null }];
    expect(await identity(gateway, 'eip155:1')).toEqual(nobody);
    expect(await identity(gateway, 'eip155:8453')).toEqual(nobody);
    expect((await ask(gateway, '/v1/profile/account/bob.off.eth')).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('are not found when a contract redirects from one server to the next without end', async () => {
    const requests: string[] = [];
    const count = (request: { url?: string }) => requests.push(request.url ?? '');
    server.on('request', count);
    const gateway = await gatewayWith(true, ENDLESS);
    expect(await identity(gateway, 'eip155:1')).toEqual([200, { name: null, avatar: null }]);
    server.off('request', count);
    expect(requests.length).toBe(16);
  });
});
