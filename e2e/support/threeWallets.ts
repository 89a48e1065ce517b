import { type DemoPage, eventually } from './DemoPage.js';

/** A page with both namespaces and three wallets, each of which supports both. */
export const THREE_WALLETS = 'adapters=evm,solana&multiWallet=1&wallets=One,Two,Three&prompt=auto';

/** Returns the connections as `namespace wallet`, the active one of each namespace first. */
export function held(demo: DemoPage): Promise<string[]> {
  return demo.page.evaluate(() => {
    const { connections, connectors } = window.demo.kit.store.getState();
    const known = connectors.flatMap(one => one.connectors ?? [one]);
    return connections.map(({ namespace, connectorId }) => {
      const wallet = known.find(({ id, chain }) => id === connectorId && chain === namespace);
      return `${namespace} ${wallet?.name}`;
    });
  });
}

/** Opens the visitor's wallets from the page or any account view. */
export async function openWallets(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.modal.locator('[data-return="profile"]').click();
  await demo.shows('ProfileWallets');
}

/** Picks a wallet of both namespaces on the Connect view, then EVM. */
export async function pickOnEvm(demo: DemoPage, wallet: string): Promise<void> {
  await demo.shows('Connect');
  await demo.button(wallet).click();
  await demo.shows('ChooseChain', wallet);
  await demo.modal.locator('.lk-group .lk-row').first().click();
  await eventually(async () => (await held(demo))[0], `eip155 ${wallet}`);
  await demo.leave();
}

/** Connects a wallet on EVM from the page, with nothing connected. */
export async function connectOnEvm(demo: DemoPage, wallet: string): Promise<void> {
  await demo.connectButton.click();
  await pickOnEvm(demo, wallet);
  await demo.reads('status', 'connected');
}

/** Connects One and Two on EVM and Three on Solana, as a visitor would. Ends on the page with Solana active. */
export async function connectThree(demo: DemoPage, look = ''): Promise<void> {
  await demo.open(`${THREE_WALLETS}&${look}`);
  await connectOnEvm(demo, 'One');
  await openWallets(demo);
  await demo.modal.locator('[data-return="add-wallet"]').click();
  await pickOnEvm(demo, 'Two');
  await openSolana(demo);
  await demo.modal.locator('.lk-actions .lk-btn').last().click();
  await demo.shows('Connect');
  await demo.button('Three').click();
  await eventually(() => held(demo), ['eip155 Two', 'eip155 One', 'solana Three']);
  await demo.leave();
}

/** Picks a Solana network from the page, where nothing is connected yet. */
export const openSolana = (demo: DemoPage): Promise<void> => openNamespace(demo, 'solana');

/** Picks a network of a namespace from the page, where nothing is connected yet. */
export async function openNamespace(demo: DemoPage, namespace: string): Promise<void> {
  await demo.page.getByRole('banner').locator('.lk-button[data-kind="network"]').click();
  await demo.shows('SwitchNetwork');
  await demo.modal.locator(`[data-return^="network:${namespace}:"]`).first().click();
  await demo.shows('SwitchActiveChain');
  // The previous view stays until the code is loaded.
  await demo.modal.locator('.lk-hero-mark').waitFor();
}
