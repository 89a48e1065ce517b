// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { settle } from '../testSupport/startedKit.test-support.js';
import { connectAll, IDS, namespaceOf, world } from '../testSupport/threeWallets.test-support.js';
import { disconnect } from './disconnect.js';
import { switchConnection } from './switchConnection.js';

describe('disconnect of one of several', () => {
  it('leaves the others, in every order of connecting, switching, reloading and ending [CAP-13] [STATE-07]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(IDS, { minLength: 3 }),
        fc.constantFrom(...IDS),
        fc.shuffledSubarray(IDS, { minLength: 3 }),
        fc.boolean(),
        async (order, picked, ends, byWallet) => {
          let made = await connectAll(world(), order);
          await switchConnection(made.kit, { connectorId: picked, namespace: namespaceOf(picked) });
          const before = made.kit.store.getState();
          made.kit.destroy();
          made = world({ storage: made.storage });
          await settle();
          // The previous state: the connections, their order, and the active namespace.
          expect(made.held()).toEqual(before.connections.map(one => one.connectorId));
          expect(made.kit.store.getState().activeNamespace).toBe(before.activeNamespace);
          let left = made.held();
          for (const connectorId of ends) {
            const namespace = namespaceOf(connectorId);
            const kept = made.kit.store.getState().connections.filter(one => one.connectorId !== connectorId);
            if (byWallet)
              made[namespace === 'solana' ? 'svm' : 'evm'].report({ type: 'disconnected', connectorId });
            else await disconnect(made.kit, { connectorId, namespace });
            await settle();
            left = left.filter(id => id !== connectorId);
            expect(made.held()).toEqual(left);
            expect(made.kit.store.getState().connections).toEqual(kept);
            // A remaining connection becomes active, in whichever namespace.
            const { namespaces, activeNamespace } = made.kit.store.getState();
            if (left.length > 0) expect(namespaces[activeNamespace]?.account.isConnected).toBe(true);
          }
          expect(made.storage.getItem('latchkit.v1.connections')).toBeNull();
          made.kit.destroy();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('activates the wallet used last, with its network and balance, and notifies the adapter', async () => {
    const { kit, evm, lead } = await connectAll(world());
    await disconnect(kit, { connectorId: 'io.two', namespace: 'eip155', keepOpen: true });
    await settle();
    expect(lead()).toBe('0x1');
    await vi.waitFor(() =>
      expect(kit.store.getState().namespaces.eip155).toMatchObject({ network: mainnet, balance: '1.5' }),
    );
    expect(evm.calls).toContain('activate io.one 0x1');
  });

  it('names the connection that failed to end, and keeps it [ERR-14] [ERR-15]', async () => {
    const { kit, evm, held } = await connectAll(world());
    evm.answer.disconnect = () => Promise.reject(new Error('boom'));
    await expect(disconnect(kit, { connectorId: 'io.one' })).rejects.toMatchObject({
      message: 'Failed to disconnect',
    });
    await expect(disconnect(kit)).rejects.toMatchObject({ message: 'Failed to disconnect chains: eip155' });
    expect(held()).toEqual(['io.two', 'io.one']);
  });

  it('forgets everything with all of them, including missing wallets [STATE-05]', async () => {
    const first = await connectAll(world());
    const later = world({ storage: first.storage }, ['io.one']);
    await settle();
    expect(later.held()).toEqual(['io.two', 'sol.one']);
    expect(later.storage.getItem('latchkit.v1.connections')).toContain('io.one');
    await disconnect(later.kit);
    expect(later.storage.getItem('latchkit.v1.connections')).toBeNull();
    expect(later.storage.getItem('latchkit.v1.connection_status')).toBe('disconnected');
  });

  it('leaves the restoring of that wallet, or with all of them of every one', async () => {
    const first = await connectAll(world());
    const restoring = () => {
      const signals: Record<string, AbortSignal> = {};
      const made = world({ storage: first.storage }, [], evm => {
        evm.reconnect = (id, { signal }) => {
          signals[id] = signal;
          return new Promise(() => undefined);
        };
      });
      const aborted = () => Object.keys(signals).filter(id => signals[id]?.aborted);
      return { made, aborted };
    };
    const all = restoring();
    await settle();
    expect(all.made.kit.store.getState().namespaces.eip155?.account.status).toBe('reconnecting');
    await disconnect(all.made.kit, { connectorId: 'io.one', namespace: 'eip155' });
    expect(all.aborted()).toEqual(['io.one']);
    await disconnect(all.made.kit);
    expect(all.aborted().sort()).toEqual(['io.one', 'io.two']);
    expect(all.made.kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
  });
});
