import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A certificate of this run for names of this machine, and its private key, as files. */
export interface LocalCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate for `localhost`, its subdomains and 127.0.0.1 in a folder. */
export function makeCertificate(folder: string): LocalCertificate {
  const made = { certificate: path.join(folder, 'tls.pem'), key: path.join(folder, 'tls-key.pem') };
  const names = 'subjectAltName=DNS:localhost,DNS:*.localhost,IP:127.0.0.1';
  const files = ['-keyout', made.key, '-out', made.certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=localhost', '-addext', names, ...files], {
    stdio: 'ignore',
  });
  return made;
}

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
