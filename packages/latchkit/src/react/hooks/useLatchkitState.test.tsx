import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLatchkit,
  defineNetwork,
  type Latchkit,
  type LatchkitState,
  setThemeMode,
} from '../../core/index.js';
import { installDom } from '../installDom.test-support.js';
import { LatchkitProvider } from '../LatchkitProvider.js';
import { useLatchkitState } from './useLatchkitState.js';

const network = defineNetwork({
  id: 31337,
  name: 'Chain A',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:8545'] } },
});

interface ReaderProps {
  readonly select: (state: LatchkitState) => unknown;
  readonly rendered: (value: unknown) => void;
}
function Reader({ select, rendered }: ReaderProps) {
  rendered(useLatchkitState(select));
  return null;
}

describe('useLatchkitState', () => {
  let removeDom: () => void;
  let reactRoot: Root;
  let kit: Latchkit;
  beforeEach(async () => {
    removeDom = installDom('<div id="root"></div>');
    kit = createLatchkit({ networks: [network], projectId: 'test' });
    const { createRoot } = await import('react-dom/client');
    reactRoot = createRoot(document.getElementById('root') as HTMLElement);
  });
  afterEach(async () => {
    reactRoot.unmount();
    kit.destroy();
    await new Promise(resolve => setTimeout(resolve, 20)); // React's last scheduled tasks still need the DOM.
    removeDom();
  });
  const render = (select: ReaderProps['select']) => {
    const values: unknown[] = [];
    const rendered = (value: unknown) => values.push(value);
    reactRoot.render(
      <LatchkitProvider kit={kit}>
        <Reader select={select} rendered={rendered} />
      </LatchkitProvider>,
    );
    return values;
  };
  /** Long enough for React to render the change. */
  const settled = () => new Promise(resolve => setTimeout(resolve, 50));

  it('renders again only when the selected part changes', async () => {
    const values = render(state => state.themeMode);
    await vi.waitFor(() => expect(values).toEqual(['auto']));
    await settled();
    kit.kernel.set({ recentWalletIds: ['some'] });
    await settled();
    expect(values).toEqual(['auto']);
    setThemeMode(kit, 'dark');
    await vi.waitFor(() => expect(values).toEqual(['auto', 'dark']));
  });

  it('accepts a selector that builds a new object each time', async () => {
    const values = render(state => ({ mode: state.themeMode, ids: [...state.recentWalletIds].length }));
    await vi.waitFor(() => expect(values).toHaveLength(1));
    await settled();
    kit.kernel.set({ toast: undefined });
    await settled();
    expect(values).toEqual([{ mode: 'auto', ids: 0 }]);
    kit.kernel.set({ recentWalletIds: ['some'] });
    await vi.waitFor(() => expect(values.at(-1)).toEqual({ mode: 'auto', ids: 1 }));
  });

  it('does not treat two Maps as equal because neither has own entries', async () => {
    const values = render(state => new Map([['mode', state.themeMode]]));
    await vi.waitFor(() => expect(values).toHaveLength(1));
    await settled();
    setThemeMode(kit, 'dark');
    await vi.waitFor(() => expect(values.at(-1)).toEqual(new Map([['mode', 'dark']])));
  });
});
