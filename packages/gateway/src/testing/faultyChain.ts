import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openPglite } from '../adapters/pglite.js';
import { createGateway, type Gateway, type GatewayOptions } from '../app.js';
import type { Database } from '../ports/Database.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { startAnvil } from './startAnvil.js';
import { type FaultyUpstream, startFaultyUpstream } from './startFaultyUpstream.js';

/** CAIP-2 id of the chain. */
export const CHAIN = 'eip155:31337';
/** Where a gateway takes calls to it. */
export const RPC_ADDRESS = `/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
/** An account of it with 10 000 ETH. */
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Milliseconds that a gateway of these tests gives a chain. */
export const TIMEOUT = 2_000;

interface Parts {
  database: Database;
  anvil: Awaited<ReturnType<typeof startAnvil>>;
  /** A node that behaves as it is told; a new one for each test. */
  first: FaultyUpstream;
  /** On `first`, then on the real chain. */
  gateway: Gateway;
}

/** Has the tests of this file run on a real chain, at block 16, behind a node that fails as it is told. */
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
    [parts.database, parts.anvil] = await Promise.all([openPglite(), startAnvil(31337)]);
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
    /** Address of the real chain. */
    get anvilUrl() {
      return part('anvil').url;
    },
    /** Makes a gateway on these nodes. Whoever makes it closes it. */
    gatewayOn,
    /** Asks the real chain itself. */
    rpc: (method: string, params: unknown[] = []) => rpc(part('anvil').url, method, params),
    /** Asks through a gateway. */
    async ask(method: string, params: unknown[] = [], id: number | string = 7, on = part('gateway')) {
      const start = performance.now();
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const response = await on.app.request(RPC_ADDRESS, { method: 'POST', body });
      return { status: response.status, json: await response.json(), ms: performance.now() - start };
    },
    /** Hands a call that `first` got on to the real chain. */
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
