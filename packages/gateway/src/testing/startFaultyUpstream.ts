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
  /** What it does with the next requests. */
  behave(how: Behaviour): void;
  /**
   * What it says when it is asked which chain it serves and how far it is; undefined: that too is up to `behave`. A path
   * `/chain/<CAIP-2 id>` in its address decides instead.
   */
  pretend(chainId: string | undefined): void;
  /** The requests so far, but those that ask what it is. */
  seen(): readonly Seen[];
  last(): Seen;
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server that misbehaves as it is told, in place of a chain's provider. It says honestly which chain it
 * serves, so that what is tested is the misbehaviour.
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

/** The answer of a node of that chain when it is asked what it is; undefined for every other call. */
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
