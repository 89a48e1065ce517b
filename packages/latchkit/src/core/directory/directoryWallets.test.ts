// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { connectorOf } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { directoryWallets } from './directoryWallets.js';

describe('directoryWallets', () => {
  it('finds an installed wallet that is not listed, even with a typo', () => {
    const { kit } = startedKit();
    const found = (search: string) => {
      kit.kernel.set(({ directory }) => ({ directory: { ...directory, search, page: 1, wallets: [] } }));
      return directoryWallets(kit, kit.store.getState()).map(({ name }) => name);
    };
    kit.kernel.set({ connectors: [connectorOf('harbor', { name: 'Harbor', type: 'ANNOUNCED' })] });
    expect(found('harbor')).toEqual(['Harbor']);
    expect(found('harbr')).toEqual(['Harbor']);
    expect(found('metamask')).toEqual([]);
    expect(found('')).toEqual([]);
  });
});
