import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns the answer of the server behind. */
type Pass = () => Promise<unknown>;
type Fault = 'down' | ((pass: Pass) => Promise<unknown>);

/** Stands before a JSON-RPC server and spoils what it is told to. */
export interface FaultyServer {
  readonly url: string;
  /** Answers a method, or each one (`*`), in another way. `down` closes the connection. */
  break(method: string, fault: Fault): void;
  /** Passes everything on again, and counts from 0. */
  heal(): void;
  /** How often a method was called. */
  count(method: string): number;
  close(): Promise<void>;
}

export async function startFaultyServer(target: string): Promise<FaultyServer> {
  const faults = new Map<string, Fault>();
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { method } = JSON.parse(body.toString()) as { method: string };
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const headers = { 'content-type': 'application/json' };
    const pass: Pass = async () => (await fetch(target, { method: 'POST', body, headers })).json();
    const fault = faults.get(method) ?? faults.get('*') ?? (given => given());
    const answer = fault === 'down' ? fault : await fault(pass);
    if (answer === 'down') request.socket.destroy();
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answer as object) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    break: (method, fault) => void faults.set(method, fault),
    heal() {
      faults.clear();
      counts.clear();
    },
    count: method => counts.get(method) ?? 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
