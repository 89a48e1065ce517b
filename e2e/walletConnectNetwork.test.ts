import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { startNetworkRelay } from '../packages/gateway/test/relay/startNetworkRelay.js';
import { DemoPage, eventually } from './support/DemoPage.js';
import { decide, visitor } from './support/emailVisitor.js';
import { code, it, state } from './support/walletConnectJourney.js';

const NETWORK_ID = 'a'.repeat(32);

/** A relay of the network that counts the connections to it, and notes the address of each request. */
async function countedNetwork() {
  const relay = await startNetworkRelay({ projectIds: [NETWORK_ID] });
  const seen = { connections: 0, requests: [] as string[] };
  const server = createServer((request, response) => {
    seen.requests.push(request.url ?? '');
    response.writeHead(404).end();
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  server.on('upgrade', (request, socket, head) => {
    seen.requests.push(request.url ?? '');
    relay.relay.upgrade(request, socket, head);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await relay.stop();
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the network's relay", () => {
  it('gets no socket from a visitor who opens Connect and logs in by email, and no request without an id (RW-01)', async ({
    browser,
    stack,
  }) => {
    const { seen, url } = await countedNetwork();
    // The page's own policy names the relay of `npm start`.
    const context = await browser.newContext({ baseURL: stack.demo, bypassCSP: true });
    onTestFinished(() => context.close());
    await context.route(/\/appkit\/v1\/config/, async route => {
      const answer = await route.fetch();
      const relays = [{ url, projectId: NETWORK_ID }];
      await route.fulfill({ response: answer, json: { ...(await answer.json()), relays } });
    });
    const demo = new DemoPage(await context.newPage());
    const inbox = visitor(stack);
    await demo.open('wallet=none&walletConnect=1');
    await demo.connectButton.click();
    await demo.shows('Connect');
    // The pairing is ready on the gateway's relay.
    await demo.button('WalletConnect').hover();
    await eventually(async () => (await state(demo.page)).status, 'ready');
    await demo.modal.getByRole('textbox', { name: 'Email address' }).fill(inbox.address);
    await demo.page.keyboard.press('Enter');
    await demo.shows('EmailVerifyDevice');
    await decide(context, await inbox.link(), 'Approve');
    await demo.shows('EmailVerifyOtp');
    await demo.page.keyboard.type(await inbox.code());
    await demo.reads('status', 'connected');
    await demo.isClosed();
    await demo.page.reload();
    await demo.reads('status', 'connected');
    expect(seen).toEqual({ connections: 0, requests: [] });

    // The same page contacts it as soon as it shows a code.
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Log out').click();
    await demo.reads('status', 'disconnected');
    expect(seen).toEqual({ connections: 0, requests: [] });
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button('WalletConnect').click();
    await code(demo).waitFor();
    await eventually(() => seen.requests.length > 0, true);
    for (const request of seen.requests) {
      const { searchParams } = new URL(request, url);
      expect(searchParams.get('projectId')).toBe(NETWORK_ID);
      expect(searchParams.get('auth')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    }
  });
});
