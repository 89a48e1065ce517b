import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage } from '../../../core/index.js';
import { connectorOf } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { base, mainnet, optimism, solana } from '../../../networks/index.js';
import { matchNetworks, networkChoices } from './networkChoices.js';

describe('networkChoices', () => {
  const kit = createLatchkit({
    networks: [mainnet, base, optimism],
    storage: memoryStorage(),
    projectId: 'p',
  });
  const state = kit.store.getState();
  const { eip155 } = state.namespaces;
  if (!eip155) throw new Error('no eip155');
  const connected = (chains: readonly `${string}:${string}`[]) => ({
    activeNamespace: 'eip155' as const,
    connectors: [connectorOf('io.one', { chains })],
    namespaces: {
      eip155: {
        ...eip155,
        connection: {
          status: 'connected' as const,
          connectorId: 'io.one',
          accounts: ['0x1'] as const,
          chainId: 'eip155:1' as const,
        },
      },
    },
  });

  it('offers all networks before anything is connected', () => {
    expect(networkChoices(state)[0]?.usable).toEqual([mainnet, base, optimism]);
  });

  it('separates the networks that the connected wallet cannot use', () => {
    const [choices] = networkChoices(connected(['eip155:1', 'eip155:10']));
    expect(choices?.usable).toEqual([mainnet, optimism]);
    expect(choices?.unusable).toEqual([base]);
  });

  it("treats a connector's empty list as all networks of its namespace", () => {
    expect(networkChoices(connected([]))[0]?.unusable).toEqual([]);
  });
});

describe('networkChoices of several namespaces', () => {
  const kit = createLatchkit({ networks: [mainnet, solana, base], storage: memoryStorage(), projectId: 'p' });
  const { namespaces, connectors } = kit.store.getState();
  const named = (activeNamespace: 'eip155' | 'solana', only?: 'eip155' | 'solana') =>
    networkChoices({ namespaces, connectors, activeNamespace }, only).map(({ namespace, usable }) => [
      namespace,
      usable,
    ]);

  it('lists all networks by namespace, the active one first', () => {
    expect(named('eip155')).toEqual([
      ['eip155', [mainnet, base]],
      ['solana', [solana]],
    ]);
    expect(named('solana').map(([namespace]) => namespace)).toEqual(['solana', 'eip155']);
  });

  it('lists one namespace when only that one is requested', () => {
    expect(named('eip155', 'solana')).toEqual([['solana', [solana]]]);
  });
});

describe('matchNetworks', () => {
  it('matches any part of the name, ignoring case and surrounding space', () => {
    expect(matchNetworks([mainnet, base, optimism], ' BAS ')).toEqual([base]);
    expect(matchNetworks([mainnet, base], '')).toEqual([mainnet, base]);
    expect(matchNetworks([mainnet, base], 'zzz')).toEqual([]);
  });
});
