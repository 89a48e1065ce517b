import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

/** Outages. */
export interface Faults {
  /** Whether the next request meets a service that is down or limits its rate. Default: none does. */
  fails?: (() => boolean) | undefined;
  /** Whether it is down for a request. Default: for none. */
  isDown?: ((path: string) => boolean) | undefined;
  /** Holds an answer up. Default: none is. */
  waits?: ((path: string) => Promise<void>) | undefined;
  /** The time of all blocks, in seconds. Default: their own. */
  time?: number | undefined;
  /** Requests that it allows until `asked` is counted anew; the others are refused with HTTP 429. Default: all. */
  allowed?: number | undefined;
}

/** Starts a server in front of Esplora that gives some transactions in an unknown form. */
export async function startStrangeEsplora(target: string) {
  const odd = new Set<string>();
  const gone = new Set<string>();
  const faults: Faults = {};
  const asked: string[] = [];
  let from = 0;
  const changed = (item: unknown): unknown => {
    if (!isFields(item)) return item;
    if (faults.time !== undefined && isFields(item.status) && item.status.confirmed === true)
      return { ...item, status: { ...item.status, block_time: faults.time } };
    if (!odd.has(String(item.txid))) return item;
    return oddly(item, Number.parseInt(String(item.txid).slice(0, 1), 16));
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (faults.isDown?.(path)) return void response.writeHead(503).end();
    if (faults.fails?.()) return void response.writeHead(asked.length % 2 ? 503 : 429).end();
    if (asked.length - from > (faults.allowed ?? Number.POSITIVE_INFINITY))
      return void response.writeHead(429).end();
    await faults.waits?.(path);
    const answer = await fetch(`${target}${path}`, { method: request.method ?? 'GET' });
    const text = await answer.text();
    response.statusCode = answer.status;
    if (!answer.ok || !/^[[{]/.test(text)) return void response.end(text);
    const body: unknown = JSON.parse(text);
    const isGone = (item: unknown) => isFields(item) && gone.has(String(item.txid));
    if (isGone(body)) return void response.writeHead(404).end('Transaction not found');
    const shown = Array.isArray(body) ? body.filter(item => !isGone(item)).map(changed) : changed(body);
    response.end(JSON.stringify(shown));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ids of the transactions whose outputs have an unknown form. */
    odd,
    /** Ids of transactions that the node has dropped, because others replace them (BIP 125). */
    gone,
    faults,
    /** Begins a new time, in which `allowed` requests are answered. */
    allowAgain() {
      from = asked.length;
    },
    /** The paths so far. */
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A transaction in a form that nobody can read, of several kinds. */
function oddly(item: Fields, kind: number): Fields {
  const { vout, ...rest } = item;
  const outputs = vout as readonly Fields[];
  const withValue = (value: unknown) => ({ ...item, vout: outputs.map(one => ({ ...one, value })) });
  const status = isFields(item.status) ? item.status : {};
  switch (kind % 6) {
    case 0:
      return { ...item, vout: null };
    case 1:
      return withValue(-1);
    case 2:
      return withValue('0x10');
    case 3:
      return withValue(2 ** 64);
    case 4:
      // Only what is in a block has a time.
      return status.confirmed === true
        ? { ...item, status: { ...status, block_time: 2 ** 50 } }
        : { ...item, vin: null };
    default:
      return { ...rest, version: 4, outputs: vout };
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
