// @vitest-environment jsdom

import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { mainnet } from '../../networks/networks.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import type { AdapterConnection } from '../adapter/ChainAdapter.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import { closeModal } from '../modal/closeModal.js';
import { openModal } from '../modal/openModal.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit, statuses } from '../testSupport/startedKit.test-support.js';
import { cancelConnect, connect } from './connect.js';
import { disconnect } from './disconnect.js';
import { requestConnection } from './requestConnection.js';

const never = () => new Promise<never>(() => undefined);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: BaseError) => `${error.code}: ${error.message}`,
  );

describe('connect', () => {
  it('moves the status of only its own namespace through connecting to connected [STATE-04]', async () => {
    const { kit } = startedKit();
    const seen = statuses(kit);
    await connect(kit, { connectorId: 'io.one' });
    expect(seen).toEqual(['disconnected', 'connecting', 'connected']);
  });

  it('gives the host the account it connected [ENT-08] [ENT-07]', async () => {
    const { kit } = startedKit();
    await connect(kit, { connectorId: 'io.one' });
    const { namespaces, connections } = kit.store.getState();
    expect(namespaces.eip155?.account).toEqual({
      allAccounts: [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }],
      caipAddress: `eip155:1:${ADDRESS}`,
      address: ADDRESS,
      isConnected: true,
      status: 'connected',
      embeddedWalletInfo: undefined,
    });
    expect(connections).toEqual([
      {
        namespace: 'eip155',
        connectorId: 'io.one',
        accounts: [{ address: ADDRESS }],
        caipNetwork: namespaces.eip155?.network,
      },
    ]);
    expect(connections[0]).not.toHaveProperty('auth');
  });

  it('stores connected after connect, and never an intermediate status [STATE-05]', async () => {
    const written: string[] = [];
    const inner = memoryStorage();
    const storage = {
      ...inner,
      setItem: (key: string, value: string) => {
        if (key.endsWith('connection_status')) written.push(value);
        inner.setItem(key, value);
      },
    };
    const { kit } = startedKit({ storage });
    await connect(kit, { connectorId: 'io.one' });
    expect(written).toEqual(['connected']);
    expect(storage.getItem('latchkit.v1.connection_status')).toBe('connected');
  });

  it("rejects with 'Failed to connect' when the wallet fails for another reason, keeping its error [ERR-09]", async () => {
    const { kit, adapter } = startedKit();
    const cause = new Error('boom');
    adapter.answer.connect = () => Promise.reject(cause);
    const error = await connect(kit, { connectorId: 'io.one' }).catch(reason => reason);
    expect(error).toMatchObject({ code: 'FAILED_TO_CONNECT', message: 'Failed to connect', cause });
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
  });

  it("rejects with 'Modal closed' when the modal is closed during the request, even if the adapter hangs [ERR-06]", async () => {
    const { kit, adapter } = startedKit();
    adapter.answer.connect = never;
    openModal(kit);
    const outcome = codeOf(connect(kit, { connectorId: 'io.one' }));
    closeModal(kit);
    expect(await outcome).toBe('MODAL_CLOSED: Modal closed');
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
  });

  it('ignores the response of a cancelled attempt', async () => {
    const { kit, adapter } = startedKit();
    let answer: (connection: AdapterConnection) => void = () => undefined;
    adapter.answer.connect = () =>
      new Promise(resolve => {
        answer = resolve;
      });
    const outcome = codeOf(connect(kit, { connectorId: 'io.one' }));
    cancelConnect(kit);
    expect(await outcome).toContain('MODAL_CLOSED');
    answer(connectionOf('io.one'));
    await settle();
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
  });

  it('lets a second attempt replace the first, which settles', async () => {
    const adapter = scriptedAdapter('eip155', [connectorOf('io.one'), connectorOf('io.two')]);
    const { kit } = startedKit({}, adapter);
    adapter.answer.connect = never;
    const first = awaitedLater(codeOf(connect(kit, { connectorId: 'io.one' })));
    adapter.answer.connect = async () => connectionOf('io.two');
    await connect(kit, { connectorId: 'io.two' });
    expect(await first).toContain('MODAL_CLOSED');
    expect(kit.store.getState().connections[0]?.connectorId).toBe('io.two');
  });

  it('throws for a missing wallet', async () => {
    const { kit } = startedKit();
    expect(await codeOf(connect(kit, { connectorId: 'nope' }))).toBe(
      'PROVIDER_NOT_FOUND: Provider not found.',
    );
  });

  it('settles on destroy', async () => {
    const { kit, adapter } = startedKit();
    adapter.answer.connect = never;
    const outcome = codeOf(connect(kit, { connectorId: 'io.one' }));
    kit.destroy();
    expect(await outcome).toContain('DESTROYED');
  });

  it('keeps the last two wallets, most recent first, over a reload [LIM-12] [ENT-31]', async () => {
    const storage = memoryStorage();
    const ids = ['io.one', 'io.two', 'io.three'];
    const adapter = () =>
      scriptedAdapter(
        'eip155',
        ids.map(id => connectorOf(id)),
      );
    const first = startedKit({ storage }, adapter());
    for (const id of ids) {
      first.adapter.answer.connect = async () => connectionOf(id);
      await connect(first.kit, { connectorId: id });
    }
    expect(first.kit.store.getState().recentWalletIds).toEqual(['io.three', 'io.two']);
    const reloaded = startedKit({ storage }, adapter());
    expect(reloaded.kit.store.getState().recentWalletIds).toEqual(['io.three', 'io.two']);
  });
});

describe('requestConnection', () => {
  it('opens the modal and resolves when the visitor connects', async () => {
    const { kit } = startedKit();
    const waiting = awaitedLater(requestConnection(kit));
    expect(kit.store.getState().modal.open).toBe(true);
    await connect(kit, { connectorId: 'io.one' });
    expect((await waiting).connectorId).toBe('io.one');
  });

  it("rejects with 'Modal closed' when the visitor closes it before connecting [ERR-06]", async () => {
    const { kit } = startedKit();
    const outcome = codeOf(requestConnection(kit));
    closeModal(kit);
    expect(await outcome).toBe('MODAL_CLOSED: Modal closed');
  });
});

describe('isError', () => {
  it('recognises an error of another copy of the library by its code', () => {
    const foreign = { name: 'LatchkitError', code: 'MODAL_CLOSED' };
    expect(isError(foreign, 'MODAL_CLOSED')).toBe(true);
    expect(isError(foreign, 'CONNECTION_REJECTED')).toBe(false);
    expect(isError(new Error('x'))).toBe(false);
    expect(new BaseError('A', 'b', { context: { n: 1 }, cause: 'secret' }).toJSON()).toEqual({
      code: 'A',
      message: 'b',
      context: { n: 1 },
    });
  });
});

describe('cancelConnect', () => {
  it('leaves a connection that is being restored alone, while disconnect ends it', async () => {
    const storage = memoryStorage();
    storage.setItem('latchkit.v1.connections', JSON.stringify({ eip155: 'io.one' }));
    const signals: AbortSignal[] = [];
    const adapter = scriptedAdapter();
    adapter.reconnect = (_, { signal }) => {
      signals.push(signal);
      return never();
    };
    const { kit } = startedKit({ storage }, adapter);
    cancelConnect(kit);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('reconnecting');
    await disconnect(kit);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
  });
});

describe('connect before anything has started', () => {
  it('finds the wallet first, as for a host that connects right after creation', async () => {
    const adapter = scriptedAdapter();
    const kit = createLatchkit({
      projectId: 'test',
      networks: [mainnet],
      adapters: [adapter],
      metadata: { name: 'Test' },
      storage: memoryStorage(),
    });
    expect(kit.store.getState().connectors).toEqual([]);
    await connect(kit, { connectorId: 'io.one' });
    expect(kit.store.getState().connections[0]?.connectorId).toBe('io.one');
    kit.destroy();
  });
});
