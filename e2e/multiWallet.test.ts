import { describe, expect } from 'vitest';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import {
  connectOnEvm,
  connectThree,
  held,
  openSolana,
  openWallets,
  pickOnEvm,
  THREE_WALLETS,
} from './support/threeWallets.js';

describe('several wallets on two kinds of chains', () => {
  it('connect, switch, reload and end one by one: the others stay [CAP-13] [VIEW-16] [STATE-06]', async ({
    demo,
    page,
  }) => {
    await connectThree(demo);
    await demo.reads('namespace', 'solana');

    // The view lists them per namespace, and a click uses one of them without a prompt.
    await openWallets(demo);
    await demo.shows('ProfileWallets', 'Wallets');
    const active = demo.modal.getByRole('region', { name: 'Active wallet' });
    await active.getByText('Three').first().waitFor();
    expect(await demo.rows('Connected on Ethereum')).toEqual([
      expect.stringMatching(/^Two .*In use/),
      'Disconnect Two',
      expect.stringMatching(/^One /),
      'Disconnect One',
    ]);
    const asked = (await demo.calls(0)).length;
    await demo.button('One').click();
    await eventually(() => held(demo), ['eip155 One', 'eip155 Two', 'solana Three']);
    await demo.reads('namespace', 'eip155');
    await active.getByText('One').first().waitFor();
    expect((await demo.calls(0)).slice(asked).filter(({ method }) => /request|sign/i.test(method))).toEqual(
      [],
    );

    // Everything is restored after a reload, without a prompt.
    await page.reload();
    await demo.reads('status', 'connected');
    await eventually(() => held(demo), ['eip155 One', 'eip155 Two', 'solana Three']);
    expect(await demo.read('namespace')).toBe('eip155');
    expect(await demo.prompt.count()).toBe(0);

    // Disconnects an inactive wallet, then the active one; the others stay connected.
    await openWallets(demo);
    await demo.button('Disconnect Two').click();
    await eventually(() => held(demo), ['eip155 One', 'solana Three']);
    await demo.modal.getByRole('status').filter({ hasText: 'Two disconnected' }).waitFor();
    await demo.button('Disconnect One').click();
    await eventually(() => held(demo), ['solana Three']);
    await demo.reads('namespace', 'solana');
    await demo.shows('ProfileWallets');
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await demo.hostButton('Sign message').click();
    await eventually(async () => (await demo.read('signature')).length > 40, true);
    // Disconnecting the last one closes the modal.
    await openWallets(demo);
    await demo.button('Disconnect Three').click();
    await demo.isClosed();
    await demo.reads('status', 'disconnected');
    expect(await held(demo)).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'offer to bring a recent one back, and end all at once [VIEW-16]',
    async ({ demo }) => {
      await demo.open(THREE_WALLETS);
      await connectOnEvm(demo, 'One');
      await openWallets(demo);
      await demo.button('Add wallet').click();
      await pickOnEvm(demo, 'Two');
      await openWallets(demo);
      await demo.button('Disconnect One').click();
      await eventually(() => held(demo), ['eip155 Two']);
      await eventually(() => demo.rows('Recent wallets'), [expect.stringMatching(/^One Reconnect/)]);
      await demo.button('One').click();
      await demo.isClosed();
      await eventually(() => held(demo), ['eip155 One', 'eip155 Two']);
      await openWallets(demo);
      await demo.button('Disconnect all').click();
      await demo.isClosed();
      await demo.reads('status', 'disconnected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'are one per kind of chain where the project does not allow several [CFG-17] [VIEW-16]',
    async ({ demo, page }) => {
      await demo.open(THREE_WALLETS.replace('multiWallet=1&', 'debug=1&'));
      await connectOnEvm(demo, 'One');
      await openWallets(demo);
      await demo.button('Disconnect').first().waitFor();
      expect(await demo.button('Add wallet').count()).toBe(0);
      // The view offers nothing that is off.
      const alerts = await page.evaluate(() =>
        window.demo.kit.store.getState().alerts.map(({ shortMessage }) => shortMessage),
      );
      expect(alerts).not.toContain('Multi-Wallet Not Enabled');
    },
  );
});

describe('without the feature, the functions for several wallets', () => {
  it('each raise the alert and change nothing [PERM-03] [ERR-79]', async ({ demo, page }) => {
    await demo.open(THREE_WALLETS.replace('multiWallet=1&', 'debug=1&'));
    await connectOnEvm(demo, 'One');
    const before = await held(demo);
    const used = await page.evaluate(async () => {
      const { kit, getRecentConnectors, switchConnection, deleteConnection } = window.demo;
      const connectorId = kit.store.getState().connections[0]?.connectorId ?? '';
      const outcomes = [];
      for (const call of [
        async () => getRecentConnectors(),
        () => switchConnection({ connectorId }),
        () => deleteConnection({ connectorId }),
      ]) {
        const { length } = kit.store.getState().alerts;
        const outcome = await call().catch((error: { readonly code?: string }) => error.code);
        const raised = kit.store.getState().alerts.slice(length);
        outcomes.push([outcome, ...raised.map(({ tone, shortMessage }) => [tone, shortMessage])]);
      }
      return outcomes;
    });
    const alert = ['info', 'Multi-Wallet Not Enabled'];
    expect(used).toEqual([
      [[], alert],
      ['MULTI_WALLET_NOT_ENABLED', alert],
      ['MULTI_WALLET_NOT_ENABLED', alert],
    ]);
    expect(await held(demo)).toEqual(before);
    await demo.reads('status', 'connected');
  });
});

describe('another kind of chain', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'asks to connect there, with the wallet in use or another one, and keeps the first [STATE-28] [VIEW-21]',
    async ({ demo }) => {
      await demo.open(THREE_WALLETS);
      await connectOnEvm(demo, 'One');
      await openSolana(demo);
      await demo.shows('SwitchActiveChain', 'Switch to Solana');
      expect(await demo.read('namespace')).toBe('eip155');
      // Back returns to the list of networks, and nothing has changed.
      await demo.button('Back').click();
      await demo.shows('SwitchNetwork');
      await demo.modal.locator('[data-return^="network:solana:"]').first().click();
      await demo.button('Continue with One').click();
      await demo.isClosed();
      await eventually(() => held(demo), ['eip155 One', 'solana One']);
      await demo.reads('namespace', 'solana');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'that is connected brings its account, and asks no wallet [STATE-27]',
    async ({ demo, page }) => {
      await demo.open(THREE_WALLETS);
      await connectOnEvm(demo, 'One');
      await openSolana(demo);
      await demo.button('Continue with One').click();
      await demo.reads('namespace', 'solana');
      await demo.leave();
      const solana = await demo.read('address');
      const asked = (await demo.calls()).length;
      await demo.networkButton.click();
      await demo.shows('SwitchNetwork', 'Switch network');
      expect((await demo.rows('Solana networks')).length).toBeGreaterThan(0);
      expect(await demo.rows('Ethereum networks')).toContainEqual(expect.stringMatching(/^Local chain A/));
      await demo.button('Local chain A').click();
      await demo.reads('namespace', 'eip155');
      await demo.isClosed();
      expect(await demo.read('address')).toMatch(/^0x/);
      expect(
        (await demo.calls()).slice(asked).filter(({ method }) => /switch|request/i.test(method)),
      ).toEqual([]);
      await page.evaluate(() =>
        window.demo.kit.store.getState().namespaces.solana?.connection.status === 'connected'
          ? undefined
          : Promise.reject(new Error('Solana has ended')),
      );
      await demo.networkButton.click();
      await demo.modal.locator('[data-return^="network:solana:"]').first().click();
      await demo.reads('address', solana);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'goes to where it was opened for, in place of itself when asked [VIEW-21]',
    async ({ demo, page }) => {
      await demo.open(THREE_WALLETS);
      await connectOnEvm(demo, 'One');
      for (const navigateWithReplace of [false, true]) {
        const network = await page.evaluate(replace => {
          const { kernel, store } = window.demo.kit;
          const { modal, namespaces } = store.getState();
          const last = namespaces.solana?.networks.at(-1);
          const view = {
            name: 'SwitchActiveChain',
            switchToChain: 'solana',
            navigateTo: { name: 'WhatIsANetwork' },
            navigateWithReplace: replace,
            ...(last && { network: last.caipNetworkId }),
          } as const;
          // Opened by the host's code, because this page has no button for it.
          kernel.set({ modal: { ...modal, open: true, views: [{ name: 'Account' }, view] } });
          return last;
        }, navigateWithReplace);
        await demo.shows('SwitchActiveChain', 'Switch to Solana');
        expect(await demo.modal.textContent()).toContain(network?.name);
        await demo.button('Choose another wallet').click();
        await demo.shows('WhatIsANetwork');
        const state = await page.evaluate(() => {
          const { modal, namespaces } = window.demo.kit.store.getState();
          return {
            views: modal.views.map(({ name }) => name),
            network: namespaces.solana?.network.caipNetworkId,
          };
        });
        const kept = navigateWithReplace ? [] : ['SwitchActiveChain'];
        expect(state).toEqual({
          views: ['Account', ...kept, 'WhatIsANetwork'],
          network: network?.caipNetworkId,
        });
        await page.keyboard.press('Escape');
        await demo.isClosed();
      }
    },
  );
});
