// @vitest-environment jsdom
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probeWallet } from './probeWallet.js';

/** The URL of a server that answers as the test says; it stops with the test. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const READABLE = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };

describe('probeWallet', () => {
  it('finds a wallet service by its manifest, also below a path (DX-04)', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve(({ url: path }, response) => {
      asked.push(path);
      response.writeHead(200, READABLE).end('{"payload":"","protected":"","signature":""}');
    });
    expect(await probeWallet(url)).toBe('wallet');
    expect(await probeWallet(`${url}/wallet/`)).toBe('wallet');
    expect(asked).toEqual(['/.well-known/latchkit-frame.json', '/wallet/.well-known/latchkit-frame.json']);
  });

  it('tells another server from a wallet service: a gateway, a page for every path, other JSON (DX-04)', async () => {
    const gateway = await serve((_, response) => response.writeHead(404, READABLE).end('{"error":{}}'));
    const pages = await serve((_, response) => response.writeHead(200, READABLE).end('<!doctype html>'));
    const json = await serve((_, response) => response.writeHead(200, READABLE).end('{}'));
    for (const url of [gateway, pages, json]) expect(await probeWallet(url)).toBe('other');
  });

  it('says that nothing answers (DX-04)', async () => {
    expect(await probeWallet('http://127.0.0.1:1')).toBe('nothing');
  });

  it.each([
    ['enforce', 'unknown'],
    ['report', 'nothing'],
  ] as const)('knows nothing where a policy blocks the question: %s (DX-04)', async (disposition, found) => {
    const probing = probeWallet('http://127.0.0.1:1');
    const blocked = new Event('securitypolicyviolation');
    document.dispatchEvent(
      Object.assign(blocked, {
        disposition,
        blockedURI: 'http://127.0.0.1:1/.well-known/latchkit-frame.json',
      }),
    );
    expect(await probing).toBe(found);
  });
});
