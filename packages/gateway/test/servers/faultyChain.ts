import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../src/platform/ports/Database.js';
import { createGateway, type Gateway, type GatewayOptions } from '../../src/project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../../src/project/projects/developmentProject.js';
import { openTestDatabase } from '../testDatabase.js';
import { startAnvil } from './startAnvil.js';
import { type FaultyUpstream, startFaultyUpstream } from './startFaultyUpstream.js';

/** CAIP-2 id of the chain. */
export const CHAIN = 'eip155:31337';
/** Path of calls to it at a gateway. */
export const RPC_ADDRESS = `/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
/** An account with 10 000 ETH. */
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Time limit for chain calls in these tests, in milliseconds. */
export const TIMEOUT = 2_000;

interface Parts {
  database: Database;
  anvil: Awaited<ReturnType<typeof startAnvil>>;
  /** A node with scripted faults; a new one for each test. */
  first: FaultyUpstream;
  /** A gateway with `first`, then the real chain, as nodes. */
  gateway: Gateway;
}

/** Runs this file's tests on a real chain, at block 16, behind a node with scripted faults. */
export function faultyChain() {
  const parts: Partial<Parts> = {};
  const part = <Name extends keyof Parts>(name: Name): Parts[Name] => {
    const value = parts[name];
    if (value === undefined) throw new Error(`There is no ${name} outside of a test`);
    return value as Parts[Name];
  };
  const gatewayOn = (urls: readonly string[], more: Partial<GatewayOptions> = {}) =>
    createGateway({
      database: part('database'),
      developmentMode: true,
      upstreamTimeout: TIMEOUT,
      upstreams: { [CHAIN]: urls },
      ...more,
    });

  beforeAll(async () => {
    [parts.database, parts.anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
    await rpc(part('anvil').url, 'anvil_mine', ['0x10']);
  });
  afterAll(() => Promise.all([part('database').close(), part('anvil').stop()]));
  beforeEach(async () => {
    parts.first = await startFaultyUpstream(CHAIN);
    parts.gateway = await gatewayOn([parts.first.url, part('anvil').url]);
  });
  afterEach(async () => {
    part('gateway').close();
    await part('first').stop();
  });

  return {
    get first() {
      return part('first');
    },
    /** URL of the real chain. */
    get anvilUrl() {
      return part('anvil').url;
    },
    /** Creates a gateway on these nodes. The caller closes it. */
    gatewayOn,
    /** Calls the real chain directly. */
    rpc: (method: string, params: unknown[] = []) => rpc(part('anvil').url, method, params),
    /** Calls through a gateway. */
    async ask(method: string, params: unknown[] = [], id: number | string = 7, on = part('gateway')) {
      const start = performance.now();
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const response = await on.app.request(RPC_ADDRESS, { method: 'POST', body });
      return { status: response.status, json: await response.json(), ms: performance.now() - start };
    },
    /** Forwards a call that `first` received to the real chain. */
    async honest(response: { end(text: string): void }, body: string): Promise<void> {
      const headers = { 'Content-Type': 'application/json' };
      response.end(await (await fetch(part('anvil').url, { method: 'POST', headers, body })).text());
    },
  };
}

async function rpc(url: string, method: string, params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).json();
}
