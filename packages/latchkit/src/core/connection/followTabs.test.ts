// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { AUTH_ID } from '../adapter/Connector.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import { openModal } from '../modal/openModal.js';
import { placeModal } from '../modal/rootElement.js';
import { scriptedSignIn } from '../signIn/scriptedSignIn.test-support.js';
import { ADDRESS, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { signMessage } from '../walletActions/signMessage.js';
import { getAccount } from './account.js';
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

/** Two tabs, the other of which does not know yet that the first one connects. */
async function connectedElsewhere(act: (other: Awaited<ReturnType<typeof tabs>>['other']) => unknown) {
  const { one, other, tell, status } = await tabs();
  onTestFinished(() => {
    one.kit.destroy();
    other.kit.destroy();
  });
  act(other);
  await connect(one.kit, { connectorId: 'io.one' });
  tell();
  await settle();
  return { other, status: () => status(other) };
}

describe('a connection of another tab', () => {
  it('is followed without a prompt, and asks for a required sign-in as after a reload (UX-24)', async () => {
    const storage = memoryStorage();
    const open = async (siwx = scriptedSignIn()) => {
      const adapter = scriptedAdapter();
      const kit = createLatchkit({ networks: [mainnet], adapters: [adapter], storage, siwx });
      placeModal(kit, { container: undefined, isMounted: true });
      onTestFinished(() => kit.destroy());
      await kit.kernel.start();
      return { kit, adapter };
    };
    const one = await open();
    const other = await open();
    await connect(one.kit, { connectorId: 'io.one' });
    window.dispatchEvent(new StorageEvent('storage', { key: TAB_KEY, newValue: storage.getItem(TAB_KEY) }));
    await settle();
    const { namespaces, signIn } = other.kit.store.getState();
    expect(namespaces.eip155?.connection.status).toBe('connected');
    expect(getAccount(other.kit).status).toBe('connecting');
    expect(getAccount(other.kit).isConnected).toBe(false);
    expect(signIn.asking).toMatchObject({ address: ADDRESS });
    expect(other.adapter.calls).toEqual(['start', 'reconnect io.one']);
  });

  it('is not adopted if the wallet does not answer here', async () => {
    const { other, status } = await connectedElsewhere(({ adapter }) => {
      adapter.answer.reconnect = async () => undefined;
    });
    expect(other.adapter.calls).toContain('reconnect io.one');
    expect(status()).toBe('disconnected');
  });

  it('does not disturb an attempt of this tab', async () => {
    const { other, status } = await connectedElsewhere(({ kit, adapter }) => {
      adapter.answer.connect = () => new Promise(() => {});
      connect(kit, { connectorId: 'io.one' }).catch(() => {});
    });
    expect(other.adapter.calls).not.toContain('reconnect io.one');
    expect(status()).toBe('connecting');
  });

  it('does not interrupt a login of this tab, but follows that login itself', async () => {
    const login = { email: 'mira@example.com', step: 'code', resendAt: 0 } as const;
    const logIn = ({ kit }: { kit: Latchkit }) => {
      openModal(kit);
      kit.kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, login } }));
    };
    expect((await connectedElsewhere(logIn)).status()).toBe('disconnected');

    const storage = memoryStorage();
    const { kit, adapter } = startedKit({ storage });
    onTestFinished(() => kit.destroy());
    await settle();
    logIn({ kit });
    storage.setItem('latchkit.v1.connections', JSON.stringify({ eip155: AUTH_ID }));
    const newValue = JSON.stringify({ change: 'connected', namespace: 'eip155', connectorId: AUTH_ID });
    window.dispatchEvent(new StorageEvent('storage', { key: TAB_KEY, newValue }));
    await settle();
    expect(adapter.calls).toContain(`reconnect ${AUTH_ID}`);
  });
});

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

  it.each([
    ['ends', true],
    ['keeps, in a page that was not kept,', false],
  ])(
    '%s what ended while the browser kept the page for the way back, before the wallet answers (MOD-02)',
    async (_, persisted) => {
      const { one, other, status } = await tabs();
      await connect(one.kit, { connectorId: 'io.one' });
      await connect(other.kit, { connectorId: 'io.one' });
      await disconnect(other.kit);
      // The kept page heard no storage event. The wallet never answers.
      one.adapter.disconnect = () => new Promise(() => {});
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
      expect(status(one)).toBe(persisted ? 'disconnected' : 'connected');
      const signed = signMessage(one.kit, { message: 'hi' });
      if (persisted)
        await expect(signed).rejects.toMatchObject({ code: 'CAIP_NETWORK_OR_ADDRESS_UNDEFINED' });
      else await signed;
      one.kit.destroy();
      other.kit.destroy();
    },
  );

  it('keeps what is still stored over the way back, restores what was connected meanwhile, and asks no wallet where connections are not kept (MOD-02)', async () => {
    const { one, other, status } = await tabs();
    const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await connect(other.kit, { connectorId: 'io.one' });
    comeBack();
    await settle();
    expect([status(one), status(other)]).toEqual(['connected', 'connected']);
    expect(one.adapter.calls).toContain('reconnect io.one');
    comeBack();
    await settle();
    expect([status(one), status(other)]).toEqual(['connected', 'connected']);
    one.kit.destroy();
    other.kit.destroy();
    const alone = startedKit({ reconnect: false });
    await connect(alone.kit, { connectorId: 'io.one' });
    alone.kit.kernel.storage.removeItem('latchkit.v1.connections');
    comeBack();
    await settle();
    expect(status(alone)).toBe('connected');
    alone.kit.destroy();
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
