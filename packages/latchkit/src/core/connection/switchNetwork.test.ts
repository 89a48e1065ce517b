// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { createError } from '../../protocol/errors.js';
import { currentView } from '../modal/modalState.js';
import { navigate } from '../modal/navigate.js';
import { openModal } from '../modal/openModal.js';
import { ADDRESS, connectionOf } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { connect } from './connect.js';
import { switchNetwork } from './switchNetwork.js';

async function connected() {
  const started = startedKit();
  await connect(started.kit, { connectorId: 'io.one' });
  return started;
}

describe('switchNetwork', () => {
  it('calls the adapter once with the network, and the host reads the new one [STATE-26] [CAP-02]', async () => {
    const { kit, adapter } = await connected();
    await switchNetwork(kit, { chainId: 'eip155:10' });
    expect(adapter.calls.filter(call => call.startsWith('switchNetwork'))).toEqual([
      'switchNetwork eip155:10',
    ]);
    const { namespaces, connections } = kit.store.getState();
    expect(namespaces.eip155?.network.caipNetworkId).toBe('eip155:10');
    expect(namespaces.eip155?.account.caipAddress).toBe(`eip155:10:${ADDRESS}`);
    expect(connections[0]?.caipNetwork?.caipNetworkId).toBe('eip155:10');
  });

  it('stores the last-used chain, and a reload starts on it [ENT-27]', async () => {
    const { kit } = startedKit();
    await switchNetwork(kit, { chainId: 'eip155:10' });
    const reloaded = startedKit({ storage: kit.kernel.storage });
    expect(reloaded.kit.store.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:10');
  });

  it("shows the alert 'Network Not Found' for an unlisted id and changes nothing [ERR-19] [ERR-54]", async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { kit } = await connected();
    await expect(switchNetwork(kit, { chainId: 'eip155:4242' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
      message: 'Network not found',
    });
    const { alerts, namespaces } = kit.store.getState();
    expect(alerts.at(-1)?.shortMessage).toBe('Network Not Found');
    expect(namespaces.eip155?.network.caipNetworkId).toBe('eip155:1');
    expect(error).toHaveBeenCalled();
    error.mockRestore();
  });

  it('goes back one view when the switch fails [OPEN-10]', async () => {
    const { kit, adapter } = await connected();
    openModal(kit);
    navigate(kit, { name: 'SwitchNetwork' });
    navigate(kit, { name: 'SwitchNetwork', chainId: 'eip155:10' });
    adapter.answer.switchNetwork = () => Promise.reject(createError('SWITCH_REJECTED'));
    await expect(switchNetwork(kit, { chainId: 'eip155:10' })).rejects.toMatchObject({
      code: 'SWITCH_REJECTED',
    });
    expect(kit.store.getState().modal.views.map(({ name }) => name)).toEqual(['Account', 'SwitchNetwork']);
    expect(currentView(kit.store.getState().modal)).toEqual({ name: 'SwitchNetwork' });
  });

  it("marks the wallet's unlisted chain as 'Unknown Network', and shows a notice [STATE-25] [OPEN-11]", async () => {
    const { kit, adapter } = await connected();
    adapter.report({ type: 'changed', connection: connectionOf('io.one', 'eip155:4242') });
    expect(kit.store.getState().namespaces.eip155?.network).toMatchObject({
      name: 'Unknown Network',
      unsupported: true,
      id: 4242,
    });
    expect(currentView(kit.store.getState().modal).name).toBe('UnsupportedChain');
    expect(kit.store.getState().modal.open).toBe(true);
    adapter.report({ type: 'changed', connection: connectionOf('io.one', 'eip155:10') });
    await settle();
    expect(kit.store.getState().modal.open).toBe(false);
  });
});
