// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { mergeConnectors } from '../../../core/connection/receiveAdapterEvent.js';
import { type ChainNamespace, connect, type Latchkit, type View } from '../../../core/index.js';
import { connectorOf, scriptedAdapter } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../../../core/testSupport/startedKit.test-support.js';
import { base, mainnet, solana } from '../../../networks/index.js';
import { mountViews } from '../../mount/mountViews.test-support.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { ChooseChainView } from '../connect/ChooseChainView.js';
import { ConnectView } from '../connect/ConnectView.js';
import { SwitchActiveChainView } from '../network/SwitchActiveChainView.js';
import { SwitchNetworkView } from '../network/SwitchNetworkView.js';
import { ProfileWalletsView } from './ProfileWalletsView.js';

const ACCOUNTS = {
  'io.one': ['0x1111111111111111111111111111111111111111'],
  'io.two': ['0x2222222222222222222222222222222222222222', '0x3333333333333333333333333333333333333333'],
  'sol.one': ['So11111111111111111111111111111111111111112'],
} as const;

/**
 * A page with two EVM wallets, a Solana wallet and one that supports both. The named ones are connected, in this
 * order.
 */
async function page(connected: readonly (keyof typeof ACCOUNTS)[], multiWallet = true): Promise<Latchkit> {
  const wallets = (chain: ChainNamespace, names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([id, name]) => connectorOf(id, { name, chain }));
  const evm = scriptedAdapter(
    'eip155',
    wallets('eip155', { 'io.one': 'Harbor', 'io.two': 'Kestrel', 'io.both': 'Fable' }),
  );
  const svm = scriptedAdapter('solana', wallets('solana', { 'sol.one': 'Lumen', 'io.both': 'Fable' }));
  const { kit } = startedKit({
    networks: [mainnet, base, solana],
    adapters: [evm, svm],
    features: { multiWallet },
  });
  for (const connectorId of connected) {
    const chainId = connectorId.startsWith('sol') ? solana.caipNetworkId : mainnet.caipNetworkId;
    const answer = async () => ({ connectorId, accounts: ACCOUNTS[connectorId], chainId });
    evm.answer.connect = answer;
    svm.answer.connect = answer;
    await connect(kit, { connectorId });
  }
  return kit;
}

const profile = (kit: Latchkit) =>
  renderInModal(kit, <ProfileWalletsView view={{ name: 'ProfileWallets' }} depth={1} />);
const buttons = (markup: string) =>
  [...markup.matchAll(/<button[^>]*?>.*?<\/button>/g)].map(
    ([button]) => /aria-label="([^"]*)"/.exec(button)?.[1] ?? visibleText(button),
  );

describe('ProfileWalletsView', () => {
  it('has an entry for permissions only with the feature smartSessions, which is off by default', async () => {
    const kit = await page(['io.one']);
    const mounted = await mountViews(kit, { name: 'ProfileWallets' });
    expect(mounted.text()).not.toContain('Permissions');
    await mounted.run(() =>
      kit.kernel.set({ features: { ...kit.store.getState().features, smartSessions: true } }),
    );
    await vi.waitFor(() => expect(mounted.text()).toContain('PermissionsSign in to see your permissions'));
  });

  it('lists the active, the connected and the recent wallets per namespace [VIEW-16]', async () => {
    const kit = await page(['sol.one', 'io.one', 'io.two']);
    kit.kernel.set({ recentWalletIds: ['io.two', 'io.both'] });
    const markup = profile(kit);
    const text = visibleText(markup);
    expect(text).toMatch(/Wallets .*0x22…222222 Kestrel .*Network Ethereum/);
    expect(text).toMatch(/Connected on Ethereum .*Harbor 0x11…111111/);
    expect(text).toMatch(/Connected on Solana .*Lumen So11…111112/);
    expect(text).toMatch(/Recent .*Fable Reconnect/);
    expect(buttons(markup)).toEqual(
      expect.arrayContaining(['Copy address', 'Disconnect Kestrel', 'Disconnect Harbor', 'Disconnect Lumen']),
    );
    expect(buttons(markup).slice(-2)).toEqual(['Add wallet', 'Disconnect all']);
  });

  it('does not list a wallet as recent when it is connected under its id on another namespace', async () => {
    const kit = await page(['sol.one']);
    const parts = [connectorOf('io.one'), connectorOf('sol.one', { chain: 'solana' })];
    const both = connectorOf('io.one', { name: 'Harbor', type: 'MULTI_CHAIN', connectors: parts });
    kit.kernel.set({ connectors: [both], recentWalletIds: ['io.one'] });
    expect(visibleText(profile(kit))).not.toContain('Recent');
  });

  it('offers the other accounts of the active wallet', async () => {
    expect(visibleText(profile(await page(['io.two'])))).toMatch(/Accounts in Kestrel .*Use 0x33…333333/);
  });

  it('shows one connection per namespace, and no way to add one, when multiWallet is off [VIEW-16]', async () => {
    const kit = await page(['sol.one', 'io.one', 'io.two'], false);
    const markup = profile(kit);
    expect(visibleText(markup)).toMatch(/Kestrel .*Connected on Solana .*Lumen/);
    expect(visibleText(markup)).not.toMatch(/Harbor|Recent|Accounts in/);
    expect(buttons(markup)).not.toContain('Add wallet');
    expect(buttons(profile(await page(['io.one'], false))).at(-1)).toBe('Disconnect');
  });
});

describe('SwitchActiveChainView', () => {
  const shown = (kit: Latchkit, change: Partial<Extract<View, { name: 'SwitchActiveChain' }>> = {}) => {
    const view = { name: 'SwitchActiveChain', switchToChain: 'solana', ...change } as const;
    return renderInModal(kit, <SwitchActiveChainView view={view} depth={1} />);
  };

  it('names the chain and the network, and offers to connect there [VIEW-21] [STATE-28]', async () => {
    const markup = shown(await page(['io.one']), { network: solana.caipNetworkId });
    expect(visibleText(markup)).toMatch(
      /Switch to Solana .*Connect a wallet for Solana Solana works with Solana/,
    );
    expect(buttons(markup).at(-1)).toBe('Choose a wallet');
  });

  it('shows the account that is connected there', async () => {
    const markup = shown(await page(['sol.one', 'io.one']));
    expect(visibleText(markup)).toMatch(/Continue on Solana\? .*connected there with So11…111112/);
    expect(buttons(markup).at(-1)).toBe('Switch to Solana');
  });

  it('offers the active wallet when it supports that namespace too [ENT-06]', async () => {
    const kit = await page(['io.one']);
    kit.kernel.set(({ namespaces: { eip155, ...chains } }) => {
      if (eip155?.connection.status !== 'connected') throw new Error('not connected');
      const connection = { ...eip155.connection, connectorId: 'io.both' };
      return { namespaces: { ...chains, eip155: { ...eip155, connection } } };
    });
    expect(buttons(shown(kit)).slice(-2)).toEqual(['Continue with Fable', 'Choose another wallet']);
  });
});

describe('views of several namespaces', () => {
  it('group the networks by namespace, or list those of one', async () => {
    const kit = await page(['io.one']);
    const listed = (view: View) =>
      visibleText(renderInModal(kit, <SwitchNetworkView view={view} depth={0} />));
    expect(listed({ name: 'SwitchNetwork' })).toMatch(
      /Ethereum networks .*Ethereum .*Base .*Solana networks .*Solana/,
    );
    const one = listed({ name: 'SwitchNetwork', namespace: 'solana' });
    expect(one).toContain('Solana');
    expect(one).not.toMatch(/Ethereum|networks$/);
  });

  it('list only wallets of the requested namespace', async () => {
    const kit = await page([]);
    const listed = (namespace?: ChainNamespace) => {
      const view: View = { name: 'Connect', ...(namespace && { namespace }) };
      const markup = renderInModal(kit, <ConnectView view={view} depth={0} />);
      return [...markup.matchAll(/data-return="wallet:([^"]+)"/g)].map(([, id]) => id);
    };
    expect(listed()).toEqual(['io.one', 'io.two', 'io.both', 'sol.one']);
    expect(listed('solana')).toEqual(['io.both', 'sol.one']);
  });

  it('ask for the namespace when there is a choice [ENT-06]', async () => {
    const kit = await page(['sol.one']);
    const view = { name: 'ChooseChain', walletId: 'io.both' } as const;
    const asked = visibleText(renderInModal(kit, <ChooseChainView view={view} depth={1} />));
    expect(asked).toMatch(/Choose where to connect Fable .*Ethereum networks Ethereum .*Solana/);
  });

  it("list the namespaces in the host's order, whichever adapter found the wallet last", async () => {
    const kit = await page(['sol.one']);
    const parts = kit.store.getState().connectors.flatMap(one => one.connectors ?? [one]);
    const again = parts.filter(({ chain }) => chain === 'eip155');
    kit.kernel.set(state => ({ connectors: mergeConnectors(state.connectors, 'eip155', again) }));
    const view = { name: 'ChooseChain', walletId: 'io.both' } as const;
    const asked = visibleText(renderInModal(kit, <ChooseChainView view={view} depth={1} />));
    expect(asked).toMatch(/Ethereum networks Ethereum .*Solana/);
  });
});
