// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import { scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { connect } from './connect.js';
import { disconnect } from './disconnect.js';
import { TAB_KEY } from './tabRecord.js';

/** Two tabs of one browser: each receives storage events for the writes of the other. */
async function tabs() {
  const storage = memoryStorage();
  const one = startedKit({ storage });
  const other = startedKit({ storage });
  await settle();
  const told: (string | null)[] = [];
  const tell = () => {
    const newValue = storage.getItem(TAB_KEY);
    told.push(newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: TAB_KEY, newValue }));
  };
  const status = ({ kit }: typeof one) => kit.store.getState().namespaces.eip155?.account.status;
  return { one, other, tell, told, status };
}

describe('followTabs', () => {
  it('restores a connection of another tab, and ends one that was disconnected there', async () => {
    const { one, other, tell, told, status } = await tabs();
    await connect(one.kit, { connectorId: 'io.one' });
    tell();
    await settle();
    expect([status(one), status(other)]).toEqual(['connected', 'connected']);
    expect(other.adapter.calls).toContain('reconnect io.one');
    // A followed change is not published again.
    expect(one.kit.kernel.storage.getItem(TAB_KEY)).toBe(told.at(-1));
    await disconnect(other.kit);
    tell();
    await settle();
    expect([status(one), status(other)]).toEqual(['disconnected', 'disconnected']);
    expect(one.adapter.calls).toContain('disconnect io.one');
    expect(one.kit.kernel.storage.getItem(TAB_KEY)).toBe(told.at(-1));
    one.kit.destroy();
    other.kit.destroy();
  });

  it('follows in a tab without any intent yet', async () => {
    const storage = memoryStorage();
    const adapter = scriptedAdapter();
    const untouched = createLatchkit({ networks: [mainnet], adapters: [adapter], storage });
    const { kit } = startedKit({ storage });
    await connect(kit, { connectorId: 'io.one' });
    window.dispatchEvent(new StorageEvent('storage', { key: TAB_KEY, newValue: storage.getItem(TAB_KEY) }));
    await vi.waitFor(() =>
      expect(untouched.store.getState().namespaces.eip155?.account.status).toBe('connected'),
    );
    expect(adapter.calls).toContain('reconnect io.one');
    untouched.destroy();
    kit.destroy();
  });

  it.each(['nonsense', '{"change":"disconnected"}', 'null', '[]'])('ignores %s', async newValue => {
    const { one, status } = await tabs();
    await connect(one.kit, { connectorId: 'io.one' });
    window.dispatchEvent(new StorageEvent('storage', { key: TAB_KEY, newValue }));
    await settle();
    expect(status(one)).toBe('connected');
    one.kit.destroy();
  });
});
