import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

/** Outages. */
export interface Faults {
  /** Whether the next request meets a service that is down or limits its rate. Default: none does. */
  fails?: (() => boolean) | undefined;
}

/** Starts a server in front of Esplora that gives some transactions in an unknown form. */
export async function startStrangeEsplora(target: string) {
  const odd = new Set<string>();
  const faults: Faults = {};
  const asked: string[] = [];
  const changed = (item: unknown): unknown => {
    if (!isFields(item) || !odd.has(String(item.txid))) return item;
    const { vout, ...rest } = item;
    return { ...rest, version: 4, outputs: vout };
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (faults.fails?.()) return void response.writeHead(asked.length % 2 ? 503 : 429).end();
    const answer = await fetch(`${target}${path}`, { method: request.method ?? 'GET' });
    const text = await answer.text();
    response.statusCode = answer.status;
    if (!answer.ok || !/^[[{]/.test(text)) return void response.end(text);
    const body: unknown = JSON.parse(text);
    response.end(JSON.stringify(Array.isArray(body) ? body.map(changed) : changed(body)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ids of the transactions whose outputs have an unknown form. */
    odd,
    faults,
    /** The paths so far. */
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
