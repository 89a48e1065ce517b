// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { type AdapterConnection, cancelConnect, createLatchkit, memoryStorage } from '../../core/index.js';
import {
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../../core/testSupport/scriptedAdapter.test-support.js';
import { mainnet } from '../../networks/index.js';
import { createError } from '../../protocol/errors.js';
import { createConnectAttempt } from './connectAttempt.js';

async function setUp() {
  const adapter = scriptedAdapter('eip155', [connectorOf('io.one'), connectorOf('io.two')]);
  const kit = createLatchkit({
    networks: [mainnet],
    adapters: [adapter],
    storage: memoryStorage(),
    projectId: 'p',
  });
  await kit.kernel.start();
  return { adapter, kit, attempt: createConnectAttempt(kit) };
}

describe('createConnectAttempt', () => {
  it('calls the chosen wallet’s connector within the click itself [VIEW-09]', async () => {
    const { adapter, attempt } = await setUp();
    attempt.start('io.two');
    expect(adapter.calls).toContain('connect io.two');
    expect(attempt.get()).toEqual({ status: 'waiting', walletId: 'io.two' });
    await vi.waitFor(() => expect(attempt.get()).toEqual({ status: 'done', walletId: 'io.two' }));
  });

  it('keeps the error of a refused attempt, and tries again', async () => {
    const { adapter, attempt } = await setUp();
    adapter.answer.connect = () => Promise.reject(createError('CONNECTION_REJECTED'));
    attempt.start('io.one');
    await vi.waitFor(() => expect(attempt.get()).toMatchObject({ status: 'failed', walletId: 'io.one' }));
    expect(attempt.get()).toMatchObject({ error: { code: 'CONNECTION_REJECTED' } });
    adapter.answer.connect = async () => connectionOf('io.one');
    attempt.start('io.one');
    await vi.waitFor(() => expect(attempt.get().status).toBe('done'));
  });

  it('ignores late results of an attempt that was replaced or abandoned', async () => {
    const { adapter, attempt, kit } = await setUp();
    let answer: ((connection: AdapterConnection) => void) | undefined;
    adapter.answer.connect = () => new Promise(resolve => (answer = resolve));
    attempt.start('io.one');
    attempt.leave();
    answer?.(connectionOf('io.one'));
    await new Promise(resolve => setTimeout(resolve, 0));
    expect(attempt.get()).toEqual({ status: 'idle' });
    expect(kit.store.getState().namespaces.eip155?.connection.status).toBe('disconnected');
  });

  it('keeps what is drawn while the modal closes during an attempt', async () => {
    const { adapter, attempt, kit } = await setUp();
    adapter.answer.connect = () => new Promise(() => {});
    attempt.start('io.one');
    attempt.freeze();
    cancelConnect(kit);
    await new Promise(resolve => setTimeout(resolve, 0));
    expect(attempt.get()).toEqual({ status: 'waiting', walletId: 'io.one' });
  });
});
