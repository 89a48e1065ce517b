import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { ccipRequest } from './ccipRequest.js';

const SENDER = '0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD';

let port = 0;
let connections = 0;
let asked: { method: string | undefined; url: string | undefined; body: string }[] = [];

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    asked.push({ method: request.method, url: request.url, body: Buffer.concat(parts).toString() });
    const path = request.url ?? '';
    if (path.startsWith('/hang')) return;
    if (path.startsWith('/broken')) response.statusCode = 500;
    if (path.startsWith('/away')) response.writeHead(302, { Location: '/good' });
    if (path.startsWith('/large')) response.write(' '.repeat(1024 * 1024));
    response.end(path.startsWith('/odd') ? '{"data":"yes"}' : '{"data":"0x1234"}');
  });
});
server.on('connection', () => {
  connections += 1;
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  asked = [];
  connections = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const never = () => new AbortController().signal;
const local = ccipRequest({ protocols: ['http:'], isAllowed: address => address === '127.0.0.1' });
const ask = (...paths: string[]) =>
  local(
    { data: '0xaa', sender: SENDER, urls: paths.map(path => `http://localhost:${port}${path}`) },
    never(),
  );

describe('ccipRequest', () => {
  it('sends the sender and the data, in the URL or in the body', async () => {
    expect(await ask('/good/{sender}/{data}.json')).toBe('0x1234');
    expect(await ask('/good/{sender}')).toBe('0x1234');
    const sender = SENDER.toLowerCase();
    expect(asked).toEqual([
      { method: 'GET', url: `/good/${sender}/0xaa.json`, body: '' },
      { method: 'POST', url: `/good/${sender}`, body: JSON.stringify({ data: '0xaa', sender: SENDER }) },
    ]);
  });

  it.each(['/broken', '/odd', '/large', '/away'])('tries the next server after %s', async path => {
    expect(await ask(path, '/good')).toBe('0x1234');
    expect(asked).toHaveLength(2);
    await expect(ask(path)).rejects.toThrow();
    expect(asked).toHaveLength(3);
  });

  it('tries at most four servers', async () => {
    await expect(ask('/broken', '/broken', '/broken', '/broken', '/good')).rejects.toThrow('500');
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const arrived = once(server, 'request');
    const urls = [`http://localhost:${port}/hang`, `http://localhost:${port}/good`];
    const answer = local({ data: '0xaa', sender: SENDER, urls }, controller.signal);
    const ended = awaitedLater(expect(answer).rejects.toThrow());
    await arrived;
    controller.abort();
    await ended;
    expect(connections).toBe(1);
  });

  it.each([
    ['that has no TLS', () => `http://1.1.1.1:${port}/`],
    ['that is a file', () => 'file:///etc/hosts'],
    ['on this machine by its name', () => `https://localhost:${port}/`],
    ['on this machine', () => `https://127.0.0.1:${port}/`],
    ['on this machine, written as a number', () => `https://2130706433:${port}/`],
    ['on this machine in IPv6', () => `https://[::1]:${port}/`],
    ['on this machine in mapped IPv6', () => `https://[::ffff:127.0.0.1]:${port}/`],
    ['in a private network', () => 'https://10.0.0.1/'],
    ['with the metadata of a cloud', () => 'https://169.254.169.254/'],
  ])('refuses by default a server %s', async (_, url) => {
    const request = ccipRequest()({ data: '0xaa', sender: SENDER, urls: [url()] }, never());
    await expect(request).rejects.toThrow('The address of this server is not allowed');
    expect(connections).toBe(0);
  });
});
