import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { LocalCertificate } from '../../../packages/gateway/test/servers/makeCertificate.js';

/** A proxy that terminates TLS. */
export interface TlsProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a proxy at a port (0: any free one) that passes every request on to another port of this machine, as the proxies of the guide do. */
export async function startTlsProxy(
  { certificate, key }: LocalCertificate,
  port: number,
  target: number,
): Promise<TlsProxy> {
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    (incoming, outgoing) => {
      const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
      const passed = request(
        { host: '127.0.0.1', port: target, method: incoming.method, path: incoming.url, headers },
        answer => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      passed.on('error', () => outgoing.writeHead(502).end());
      incoming.pipe(passed);
    },
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
