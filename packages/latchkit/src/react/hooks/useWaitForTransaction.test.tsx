// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../core/connection/connect.js';
import { createLatchkit, memoryStorage, type TransactionOutcome } from '../../core/index.js';
import { scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { settle } from '../../core/testSupport/startedKit.test-support.js';
import { mainnet } from '../../networks/index.js';
import { LatchkitProvider } from '../LatchkitProvider.js';
import { useSendCalls } from './useSendCalls.js';
import { useWaitForTransaction } from './useWaitForTransaction.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** A connected page, and how the chain settles the transactions that it waits for. */
async function connectedPage() {
  const adapter = scriptedAdapter();
  const waiting = new Map<string, (outcome: TransactionOutcome) => void>();
  adapter.waitForTransaction = ({ hash }) => new Promise(resolve => waiting.set(hash, resolve));
  adapter.sendCalls = async () => ({ id: 'batch-1' });
  const kit = createLatchkit({
    projectId: 'test',
    networks: [mainnet],
    adapters: [adapter],
    storage: memoryStorage(),
    modal: { append: false },
  });
  await kit.kernel.start();
  await connect(kit, { connectorId: 'io.one' });
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => {
    act(() => root.unmount());
    kit.destroy();
  });
  const seen: { wait?: ReturnType<typeof useWaitForTransaction>; calls?: ReturnType<typeof useSendCalls> } =
    {};
  function Host({ hash }: { hash: string | undefined }) {
    const wait = useWaitForTransaction({ hash });
    const calls = useSendCalls();
    useEffect(() => void Object.assign(seen, { wait, calls }));
    return null;
  }
  const show = (hash: string | undefined) =>
    act(async () => {
      root.render(
        <LatchkitProvider kit={kit}>
          <Host hash={hash} />
        </LatchkitProvider>,
      );
      await settle();
    });
  const mine = (outcome: TransactionOutcome) =>
    act(async () => {
      waiting.get(outcome.hash)?.(outcome);
      await settle();
    });
  return { seen, show, mine, waiting };
}

describe('useWaitForTransaction', () => {
  it('waits for the hash that it is given, and for the next one when that changes', async () => {
    const { seen, show, mine, waiting } = await connectedPage();
    await show(undefined);
    expect(seen.wait).toMatchObject({ status: 'idle', data: undefined });
    await show('0x1');
    expect(seen.wait).toMatchObject({ status: 'pending', isPending: true });
    await show('0x2');
    // The outcome of an earlier hash is not shown for this one.
    await mine({ status: 'confirmed', hash: '0x1' });
    expect(seen.wait).toMatchObject({ status: 'pending' });
    await mine({ status: 'confirmed', hash: '0x2' });
    expect(seen.wait).toMatchObject({ status: 'success', data: { status: 'confirmed', hash: '0x2' } });
    expect([...waiting.keys()]).toEqual(['0x1', '0x2']);
  });

  it("shows the chain's reason of a reverted transaction, and waits again on refetch", async () => {
    const { seen, show, mine } = await connectedPage();
    await show('0x1');
    await mine({ status: 'reverted', hash: '0x1', reason: 'closed on Sundays' });
    expect(seen.wait).toMatchObject({ status: 'error', error: { message: 'closed on Sundays' } });
    await act(async () => seen.wait?.refetch());
    expect(seen.wait).toMatchObject({ status: 'pending', error: undefined });
    await mine({ status: 'confirmed', hash: '0x1' });
    expect(seen.wait).toMatchObject({ status: 'success' });
  });
});

describe('useSendCalls', () => {
  it("resolves to the wallet's id of the batch", async () => {
    const { seen, show } = await connectedPage();
    await show(undefined);
    await act(async () => {
      expect(await seen.calls?.sendCalls({ calls: [] })).toEqual({ id: 'batch-1' });
    });
    expect(seen.calls).toMatchObject({ status: 'success', data: { id: 'batch-1' } });
  });
});
