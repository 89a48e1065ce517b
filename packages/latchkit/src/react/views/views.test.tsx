// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  BaseError,
  createLatchkit,
  type Latchkit,
  type LatchkitOptions,
  memoryStorage,
  type NamespaceState,
} from '../../core/index.js';
import { raiseAlert } from '../../core/kernel/alerts.js';
import { connectorOf } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { base, mainnet } from '../../networks/index.js';
import { AlertBar } from '../modal/AlertBar.js';
import { renderInModal, visibleText } from '../mount/renderInModal.test-support.js';
import { AccountView } from './account/AccountView.js';
import { ConnectView } from './connect/ConnectView.js';
import { UnsupportedChainView } from './network/UnsupportedChainView.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

function makeKit(options: Partial<LatchkitOptions> = {}): Latchkit {
  return createLatchkit({ networks: [mainnet, base], storage: memoryStorage(), projectId: 'p', ...options });
}

function connectedKit(options: Partial<LatchkitOptions> = {}, balance?: string): Latchkit {
  const kit = makeKit(options);
  const { namespaces } = kit.store.getState();
  const { eip155 } = namespaces;
  if (!eip155) throw new Error('no eip155');
  const account = {
    ...eip155.account,
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}` as const,
    isConnected: true as const,
    status: 'connected' as const,
  };
  kit.kernel.set({ namespaces: { eip155: { ...eip155, account, balance, balanceSymbol: 'ETH' } } });
  return kit;
}

const account = <AccountView view={{ name: 'Account' }} depth={0} />;
const connect = <ConnectView view={{ name: 'Connect' }} depth={0} />;

describe('AlertBar', () => {
  const alerted = (debug: boolean) => {
    const kit = makeKit({ debug });
    raiseAlert(kit, 'NETWORK_NOT_FOUND', 'eip155:5 is not requested.');
    return renderInModal(kit, <AlertBar />);
  };

  it('shows an alert’s short text in debug mode, and no bar otherwise [VIEW-05]', () => {
    expect(visibleText(alerted(true))).toContain('Network Not Found');
    expect(alerted(false)).toBe('');
  });

  it('leaves what to do to the console (UX-16)', () => {
    expect(visibleText(alerted(true))).not.toContain('is not requested');
  });
});

describe('ConnectView', () => {
  it('lists a wallet as a button whose text begins with its name [VIEW-06]', () => {
    const kit = makeKit();
    kit.kernel.set({ connectors: [connectorOf('io.one', { name: 'Harbor' })] });
    expect(renderInModal(kit, connect)).toMatch(
      /<button[^>]*data-return="wallet:io\.one".*Harbor.*Installed/,
    );
  });

  it('shows wallets in the order of their groups [VIEW-07]', () => {
    const kit = makeKit({ wallets: { custom: [{ id: 'custom', name: 'Custom' }] } });
    kit.kernel.set({
      connectors: [
        connectorOf('external', { type: 'EXTERNAL' }),
        connectorOf('injected'),
        connectorOf('recent'),
        connectorOf('walletConnect', { type: 'WALLET_CONNECT' }),
      ],
      recentWalletIds: ['recent'],
      listings: {
        featured: [{ id: 'featured', name: 'featured', chains: [] }],
        recommended: [{ id: 'recommended', name: 'recommended', chains: [] }],
      },
    });
    const shown = [...renderInModal(kit, connect).matchAll(/data-return="wallet:([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(shown).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ]);
  });

  it('offers all wallets when there is a directory, unless the feature is off', () => {
    const gateway = 'https://gateway.example';
    const shown = (options: Partial<LatchkitOptions>) => {
      const kit = makeKit(options);
      kit.kernel.set(({ listings }) => ({
        connectors: [connectorOf('io.one')],
        listings: { ...listings, count: 72 },
      }));
      return visibleText(renderInModal(kit, connect));
    };
    expect(shown({ gateway })).toContain('All wallets 72');
    expect(shown({ gateway, features: { allWallets: false } })).not.toContain('All wallets');
    expect(shown({})).not.toContain('All wallets');
    expect(shown({ gateway, projectId: '' })).not.toContain('All wallets');
  });

  it('shows the branding line unless the feature is off [CFG-18]', () => {
    expect(visibleText(renderInModal(makeKit(), connect))).toContain('Secured by Latchkit');
    const kit = makeKit();
    kit.kernel.set(state => ({ features: { ...state.features, reownBranding: false } }));
    expect(visibleText(renderInModal(kit, connect))).not.toContain('Secured by');
    const withTerms = makeKit({
      modal: { termsUrl: 'https://example.com/terms' },
      features: { reownBranding: false },
    });
    const footer = visibleText(renderInModal(withTerms, connect));
    expect(footer).toContain('Terms');
    expect(footer).not.toContain('Secured by');
  });

  it('blocks connecting until the checkbox is checked when the host requires it', () => {
    const terms = { modal: { termsUrl: 'https://example.com/terms' }, features: { legalCheckbox: true } };
    const kit = makeKit(terms);
    kit.kernel.set({ connectors: [connectorOf('io.one')] });
    const markup = renderInModal(kit, connect);
    const isBlocked = /data-return="wallet:io\.one"[^>]*aria-disabled="true"/;
    expect(markup).toMatch(isBlocked);
    const free = makeKit();
    free.kernel.set({ connectors: [connectorOf('io.one')] });
    expect(renderInModal(free, connect)).not.toMatch(isBlocked);
  });

  it('does not link terms whose address is not a web address', () => {
    const markup = renderInModal(makeKit({ modal: { termsUrl: 'javascript:alert(1)' } }), connect);
    expect(markup).not.toContain('javascript:');
  });
});

describe('AccountView', () => {
  it('shows one balance: the list has that of the figure, also if the list is older (UX-03)', () => {
    const kit = connectedKit({}, '12.5');
    const { eip155 } = kit.store.getState().namespaces;
    if (!eip155) throw new Error('no eip155');
    const ether = {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      price: 2_000,
      value: 20_000,
      quantity: { decimals: 18, numeric: '10' },
    } as const;
    kit.kernel.set({ namespaces: { eip155: { ...eip155, tokenBalance: [ether], tokenStatus: 'ready' } } });
    const shown = visibleText(renderInModal(kit, account));
    expect(shown).toContain('12.500 ETH');
    expect(shown).toContain('$25,000');
    expect(shown).not.toContain('10.000');
  });

  it('shows the shortened address, and the balance with 3 decimals [VIEW-17] [LIM-05] [LIM-02]', () => {
    const text = visibleText(renderInModal(connectedKit({}, '1.23412'), account));
    expect(text).toContain('0xf3…b92266');
    expect(text.replace(/ /g, '')).toContain('1.234ETH');
  });

  it('shows a dash and a retry for a balance that cannot be read', () => {
    const kit = connectedKit({}, '0.00');
    const { eip155 } = kit.store.getState().namespaces;
    const balanceError = new BaseError('BALANCE_UNAVAILABLE', 'The balance could not be read');
    if (eip155) kit.kernel.set({ namespaces: { eip155: { ...eip155, balanceError } } });
    const text = visibleText(renderInModal(kit, account));
    expect(text).toMatch(/–.*Couldn’t load your balance.*Try again/);
    expect(text).not.toContain('0.00');
  });

  it('says that the site cannot read a network for which the gateway has no node (dependencies-D18)', () => {
    const kit = connectedKit({}, '0.00');
    const { eip155 } = kit.store.getState().namespaces;
    const cause = Object.assign(new Error('No node'), { data: { code: 'CHAIN_NOT_CONFIGURED' } });
    const balanceError = new BaseError('BALANCE_UNAVAILABLE', 'The balance could not be read', { cause });
    if (eip155) kit.kernel.set({ namespaces: { eip155: { ...eip155, balanceError } } });
    const text = visibleText(renderInModal(kit, account));
    expect(text).toMatch(/–.*This site can’t read Ethereum at the moment.*Try again/);
    expect(text).not.toContain('Couldn’t load your balance');
  });

  it('offers to receive only where the feature is on [CFG-19]', () => {
    expect(visibleText(renderInModal(connectedKit(), account))).toContain('Receive');
    const off = connectedKit({ features: { receive: false } });
    expect(visibleText(renderInModal(off, account))).not.toContain('Receive');
  });
});

describe('tokens of AccountView', () => {
  const withTokens = (change: Partial<NamespaceState>, options: Partial<LatchkitOptions> = {}) => {
    const kit = connectedKit(options);
    const { eip155 } = kit.store.getState().namespaces;
    if (eip155) kit.kernel.set({ namespaces: { eip155: { ...eip155, ...change } } });
    return renderInModal(kit, account);
  };
  const usdc = {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId: 'eip155:1',
    address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    quantity: { decimals: 6, numeric: '912.4567' },
  } as const;

  it('lists each token with its quantity, and its value when a source has a price [CAP-04] [LIM-04]', () => {
    const dear = { ...usdc, name: 'Ether', symbol: 'ETH', address: undefined, value: 12.3412 };
    const markup = withTokens({ tokenStatus: 'ready', tokenBalance: [dear, usdc] });
    expect(visibleText(markup)).toMatch(/Tokens .*Ether 912\.456 ETH \$12\.34 .*USD Coin 912\.456 USDC/);
    expect(visibleText(markup).match(/\$/g)).toHaveLength(1);
  });

  it('shows no section when no source knows the tokens, and no tab for what is not built', () => {
    expect(visibleText(withTokens({ tokenStatus: 'idle' }))).not.toContain('Tokens');
    expect(withTokens({ tokenStatus: 'ready', tokenBalance: [] })).not.toContain('role="tab"');
  });

  it('says when there are no tokens or they could not be read, and keeps the previous ones', () => {
    const none = visibleText(withTokens({ tokenStatus: 'ready', tokenBalance: [] }));
    expect(none).toContain('No tokens on Ethereum yet');
    const failed = visibleText(withTokens({ tokenStatus: 'error', tokenBalance: [usdc] }));
    expect(failed).toMatch(/Couldn’t load your tokens.*Try again.*USD Coin/);
  });

  it('shows the account’s name and image when it has them', () => {
    expect(visibleText(withTokens({ profileName: 'mira.eth' }))).toContain('mira.eth');
  });
});

describe('UnsupportedChainView', () => {
  it('lists the requested networks [VIEW-22]', () => {
    const markup = renderInModal(
      connectedKit(),
      <UnsupportedChainView view={{ name: 'UnsupportedChain' }} depth={0} />,
    );
    const listed = [...markup.matchAll(/data-return="network:([^"]+)"/g)].map(([, id]) => id);
    expect(listed).toEqual(['eip155:1', 'eip155:8453']);
  });
});
