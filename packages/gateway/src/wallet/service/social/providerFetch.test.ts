import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { providerFetch } from './providerFetch.js';

describe('providerFetch', () => {
  it('names the product, its version and its URL, unless the request names another agent (SL-15)', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      seen.push(headers['user-agent']);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await providerFetch()(url);
    await providerFetch()(url, { headers: { 'user-agent': 'DiscordBot (https://latchkit.example, 1)' } });
    expect(seen).toEqual([
      expect.stringMatching(/^\S+\/\d+\.\d+\.\d+ \(\+?https:\/\/\S+\)/),
      'DiscordBot (https://latchkit.example, 1)',
    ]);
  });
});
