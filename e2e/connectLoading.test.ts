import { describe, expect } from 'vitest';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';

describe('Connect at rest', () => {
  it('has loaded neither WalletConnect’s client nor its code, until a row that needs them is reached for', async ({
    demo,
    page,
  }) => {
    const loaded: string[] = [];
    const sockets: string[] = [];
    page.on('request', request => loaded.push(new URL(request.url()).pathname));
    page.on('websocket', socket => sockets.push(socket.url()));
    await demo.open('walletConnect=1');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button('MetaMask').waitFor();
    await page.waitForLoadState('networkidle');
    const pairing = () =>
      loaded.filter(path => /\/(createClient|ConnectingWalletConnectView|QrCode)-/.test(path));
    expect(pairing()).toEqual([]);
    expect(sockets).toEqual([]);
    await demo.button('WalletConnect').hover();
    await eventually(() => sockets.length, 1);
    expect(pairing().length).toBeGreaterThan(0);
  });
});
