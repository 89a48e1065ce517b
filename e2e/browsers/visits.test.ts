import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, onTestFinished } from 'vitest';
import { WALLET } from '../support/DemoPage.js';
import { journeysIn, picture } from './support/browserJourney.js';
import { chromium } from './support/chromium.js';
import { firefox } from './support/firefox.js';
import { Visitor } from './support/Visitor.js';
import { webkit } from './support/webkit.js';

const PAGE = '?csp=strict&adapters=evm&walletConnect=0';

/** Lets the page's wallet answer no request of a method, or all of them. */
const leaveOpen = ({ tab }: Visitor, methods: readonly string[]) =>
  tab.evaluate('page', given => window.demo.wallets[0]?.faults.set({ hang: [...given] }), methods);

/** Serves a page's files from another address, until a new build has replaced them. */
async function deploy(origin: string) {
  let isReplaced = false;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (isReplaced && pathname.startsWith('/assets/')) return void response.writeHead(404).end();
    fetch(new URL(request.url ?? '/', origin)).then(
      async answer => {
        const type = answer.headers.get('content-type') ?? 'text/plain';
        // Cached files would hide that they are gone.
        response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    replace() {
      isReplaced = true;
    },
  };
}

async function connect(visitor: Visitor): Promise<void> {
  await visitor.presses('header button', 'Connect');
  await visitor.isShown('Connect');
  await visitor.presses('[role="dialog"] button', WALLET);
  await visitor.presses('dialog button', 'Approve');
  await visitor.reads('status', 'connected');
  await visitor.isClosed();
}

for (const found of [chromium, firefox, webkit]) {
  const it = journeysIn(found);
  const { name, launch, needs } = found;
  const title = launch ? `visits, ${name}` : `visits, ${name}: not run, it needs ${needs}`;
  describe.skipIf(!launch)(title, { timeout: 300_000 }, () => {
    it('leave a wallet that never answers, and connect it once it does', async ({ stack, visitor }) => {
      await visitor.tab.goto(`${stack.demo}/${PAGE}`);
      await visitor.finds('header button', 'Connect');
      await leaveOpen(visitor, ['eth_requestAccounts']);
      await visitor.presses('header button', 'Connect');
      await visitor.presses('[role="dialog"] button', WALLET);
      await visitor.isShown('ConnectingExternal');
      await visitor.stands('[role="dialog"] button', `Open ${WALLET} again`);
      await picture(visitor, found, 'waits');
      await visitor.presses('[role="dialog"] button', 'Back');
      await visitor.isShown('Connect');
      await visitor.reads('status', 'disconnected');
      await leaveOpen(visitor, []);
      await visitor.presses('[role="dialog"] button', WALLET);
      await visitor.presses('dialog button', 'Approve');
      await visitor.reads('status', 'connected');
    });

    it('come back to a page that another tab has disconnected meanwhile', async ({
      browser,
      stack,
      visitor,
    }) => {
      await visitor.tab.goto(`${stack.demo}/${PAGE}`);
      await connect(visitor);
      await visitor.tab.goto(`${stack.demo}/favicon.svg`);
      const other = new Visitor(await browser.open());
      await other.tab.show();
      await other.tab.goto(`${stack.demo}/${PAGE}`);
      await other.reads('status', 'connected');
      await other.presses('.panel-buttons button', 'Disconnect');
      await other.reads('status', 'disconnected');
      await visitor.tab.show();
      await visitor.tab.evaluate('page', () => history.back());
      await visitor.reads('status', 'disconnected');
      await picture(visitor, found, 'back');
      await connect(visitor);
    });

    it('are asked to reload a page whose files a new build has replaced', async ({ stack, visitor }) => {
      const host = await deploy(stack.demo);
      await visitor.tab.goto(`${host.url}/${PAGE}`);
      await visitor.finds('header button', 'Connect');
      host.replace();
      await visitor.presses('header button', 'Connect');
      await visitor.finds('header button', /Reload the page$/);
      await picture(visitor, found, 'replaced');
    });
  });
}
