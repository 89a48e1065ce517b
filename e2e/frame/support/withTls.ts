import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeCertificate } from '../../../packages/gateway/test/servers/makeCertificate.js';
import { startTlsProxy } from '../../production/support/startTlsProxy.js';

/**
 * Whether hosts, wallet service and vault of the journeys have TLS, as in production: `LATCHKIT_TLS` is set. Cookies have the prefix
 * `__Host-` then.
 */
export const hasTls = () => Boolean(process.env.LATCHKIT_TLS);

/** Where browsers reach a server of this machine. */
interface Entrance {
  readonly scheme: 'http' | 'https';
  readonly port: number;
  close(): Promise<void>;
}

/** Puts a proxy that terminates TLS before a port of this machine, if the journeys have TLS. */
export async function withTls(port: number): Promise<Entrance> {
  if (!hasTls()) return { scheme: 'http', port, close: async () => {} };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-tls-'));
  try {
    const { port: outer, close } = await startTlsProxy(makeCertificate(folder), 0, port);
    return { scheme: 'https', port: outer, close };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
