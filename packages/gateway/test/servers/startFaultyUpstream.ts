import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FaultyUpstream {
  readonly url: string;
  /** Sets the behaviour for the next requests. */
  behave(how: Behaviour): void;
  /**
   * Sets the chain id that probes receive; undefined: `behave` applies to probes too. A path `/chain/<CAIP-2 id>` in the URL
   * takes precedence.
   */
  pretend(chainId: string | undefined): void;
  /** The requests so far, without probes. */
  seen(): readonly Seen[];
  last(): Seen;
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server with scripted faults in place of a chain's node. It reports its chain id truthfully, so that only the
 * fault is tested.
 */
export async function startFaultyUpstream(chainId: string): Promise<FaultyUpstream> {
  let handle: Behaviour = (_, response) => void response.end();
  let pretended: string | undefined = chainId;
  let seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const pathChain = /^\/chain\/(.+)$/.exec(request.url ?? '')?.[1];
    const introduction = pretended && introduce(pathChain ?? pretended, body);
    if (introduction) return void response.end(introduction);
    seen = [...seen, { headers: request.headers, body }];
    handle(request, response, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(how) {
      handle = how;
    },
    pretend(id) {
      pretended = id;
    },
    seen: () => seen,
    last: () => seen.at(-1) ?? { headers: {}, body: '' },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A node's response to a probe; undefined for every other call. */
function introduce(chainId: string, body: string): string | undefined {
  const reference = chainId.slice(chainId.indexOf(':') + 1);
  const hex = (value: number) => `"0x${value.toString(16)}"`;
  const result = {
    eth_chainId: hex(Number(reference)),
    getGenesisHash: `"${reference}xxxxxxxxxxxx"`,
    eth_blockNumber: hex(16),
    eth_getBlockByNumber: `{"number":${hex(16)},"timestamp":${hex(1_700_000_000)}}`,
  }[/"method":"(\w+)"/.exec(body)?.[1] ?? ''];
  return result && !body.startsWith('[') ? `{"jsonrpc":"2.0","id":1,"result":${result}}` : undefined;
}
