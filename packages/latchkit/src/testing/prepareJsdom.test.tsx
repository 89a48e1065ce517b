// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLatchkit, memoryStorage, openModal } from '../core/index.js';
import { evm } from '../evm/index.js';
import { mainnet } from '../networks/index.js';
import { ConnectButton, LatchkitProvider, useAccount } from '../react/index.js';
import { createFakeWallet } from './createFakeWallet.js';
import { prepareJsdom } from './prepareJsdom.js';

const TARGETS = [
  globalThis,
  Document.prototype,
  ShadowRoot.prototype,
  Element.prototype,
  HTMLDialogElement.prototype,
  CSSStyleSheet.prototype,
];

const descriptors = () => TARGETS.map(target => Object.getOwnPropertyDescriptors(target));

describe('prepareJsdom', () => {
  it('lets a page in jsdom open the modal, choose a fake wallet and connect (BLD-01) (DX-10)', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    onTestFinished(() => void vi.unstubAllGlobals());
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    onTestFinished(prepareJsdom());
    const wallet = createFakeWallet({ chains: { 1: 'http://127.0.0.1:9' } });
    onTestFinished(() => wallet.stop());
    const kit = createLatchkit({
      networks: [mainnet],
      adapters: [evm()],
      metadata: { name: 'Test' },
      storage: memoryStorage(),
    });
    const page = document.createElement('div');
    document.body.append(page);
    const root = createRoot(page);
    onTestFinished(() => {
      root.unmount();
      kit.destroy();
      page.remove();
    });
    wallet.announce();
    root.render(
      <LatchkitProvider kit={kit}>
        <ConnectButton />
        <Status />
      </LatchkitProvider>,
    );
    await vi.waitFor(() => expect(page.textContent).toContain('Connect wallet'), { timeout: 5_000 });
    openModal(kit);
    await vi.waitFor(() => expect(shown(wallet.info.name)).toBeDefined(), { timeout: 5_000 });
    shown(wallet.info.name)?.click();
    await vi.waitFor(() => expect(page.textContent).toMatch(/ connected/), { timeout: 5_000 });
    expect(logged.mock.calls).toEqual([]);
  });

  it('keeps what the page has, and removes what was added (DX-10)', () => {
    const own = () => 'of the page';
    vi.stubGlobal('matchMedia', own);
    onTestFinished(() => void vi.unstubAllGlobals());
    const before = descriptors();
    const restore = prepareJsdom();
    expect(matchMedia).toBe(own);
    expect(CSS.supports('color', 'red')).toBe(true);
    expect(Object.getOwnPropertyNames(Element.prototype)).toContain('animate');
    restore();
    expect(descriptors()).toEqual(before);
  });
});

function Status() {
  return <p> {useAccount().status}</p>;
}

/** The button of the modal whose text begins so. */
function shown(name: string): HTMLElement | undefined {
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const buttons = roots.flatMap(root => [...root.querySelectorAll('button')]);
  return buttons.find(one => (one.getAttribute('aria-label') ?? one.textContent)?.startsWith(name));
}
