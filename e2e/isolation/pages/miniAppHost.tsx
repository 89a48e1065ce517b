import { expose, windowEndpoint } from 'comlink';
import { createLab } from './createLab.js';

// A Farcaster client that shows the lab page as a mini app, with a wallet on the development chains. It exposes to the page what the
// SDK for clients does, by the same library.
const wallet = createLab().quietWallet({ name: 'Meridian Client', rdns: 'dev.latchkit.client' });
const frame = document.createElement('iframe');
frame.src = `./lab.html${location.search}`;
frame.width = '900';
frame.height = '700';
document.querySelector('#app')?.append(frame);
const { contentWindow: app } = frame;
if (!app) throw new Error('The frame has no window.');

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params?: unknown;
}

const client = {
  context: { client: { clientFid: 9152, added: false }, user: { fid: 3 } },
  getCapabilities: () => ['actions.ready', 'wallet.getEthereumProvider'],
  eip6963RequestProvider() {
    const event = { event: 'eip6963:announceProvider', info: wallet.info };
    app.postMessage({ type: 'frameEvent', event }, location.origin);
  },
  async ethProviderRequestV2({ id, ...request }: Request) {
    try {
      return { jsonrpc: '2.0', id, result: await wallet.provider.request(request) };
    } catch (error) {
      const { code, message } = error as { readonly code?: number; readonly message: string };
      return { jsonrpc: '2.0', id, error: { code: code ?? 1000, message } };
    }
  },
};
expose(client, windowEndpoint(app));
for (const event of ['accountsChanged', 'chainChanged', 'disconnect']) {
  wallet.provider.on(event, (...params: unknown[]) =>
    app.postMessage({ type: 'frameEthProviderEvent', event, params }, location.origin),
  );
}
Object.assign(window, { wallet });
