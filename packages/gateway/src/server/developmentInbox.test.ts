import { once } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from '../platform/ports/Database.js';
import { createGateway, type Gateway } from '../project/createGateway.js';
import { developmentInbox } from './developmentInbox.js';

let database: Database;
let gateway: Gateway;
let server: ReturnType<typeof serve>;
beforeAll(async () => {
  database = await openTestDatabase();
  const inbox = developmentInbox();
  await inbox.send({ to: 'ada@example.com', subject: 'Your code', text: '123456', html: '<p>123456</p>' });
  gateway = await createGateway({ database, developmentMode: true, inbox: inbox.routes });
  server = serve({
    fetch: gateway.app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  });
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await gateway.close();
  await database.close();
});

/** Status and text, as a browser gets them that believes this machine to be `host`. */
async function get(path: string, host: string, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const options: RequestOptions = { host: '127.0.0.1', port, path, method, headers: { Host: host } };
  const asked = request(options).end();
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const part of response) text += part;
  return { status: Number(response.statusCode), text };
}

describe('what only development serves', () => {
  it('shows emails, pages and figures to no website whose name points to this machine [SEC-131]', async () => {
    const paths = [
      ...new Set(gateway.app.routes.map(({ path }) => path).filter(path => path.startsWith('/dev/'))),
      '/metrics',
    ].map(path => path.replace(/:\w+|\*/g, '0'));
    expect(paths).toEqual(expect.arrayContaining(['/dev/inbox', '/dev/inbox/0', '/metrics']));
    const { port } = server.address() as AddressInfo;
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        for (const name of [
          'rebound.example',
          `rebound.example:${port}`,
          'localhost.rebound.example',
          '[fe80::1]',
        ]) {
          const { status, text } = await get(path, name, method);
          expect([status, text], `${method} ${path}`).toEqual([404, expect.stringContaining('NOT_FOUND')]);
          expect(text).toContain('such as localhost');
        }
      }
    }
  });

  it('shows them to its developer, by every name of this machine', async () => {
    const { port } = server.address() as AddressInfo;
    for (const name of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      `localhost:${port}`,
      `shop.localhost:${port}`,
      `[::1]:${port}`,
    ]) {
      expect(await get('/dev/inbox', name)).toEqual({ status: 200, text: expect.stringContaining('123456') });
      expect((await get('/metrics', name)).status).toBe(200);
    }
  });
});
