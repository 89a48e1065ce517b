// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { mainnet, solana } from '../../networks/networks.js';
import { connectionOf, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { getAccount, getConnectorState, getNetwork } from './account.js';
import { connect } from './connect.js';

describe('getConnectorState', () => {
  it('distinguishes the active connector from a connected and a disconnected one [STATE-06]', async () => {
    const evm = scriptedAdapter('eip155', [connectorOf('io.one'), connectorOf('io.three')]);
    const svm = scriptedAdapter('solana', [connectorOf('io.two', { chain: 'solana' })]);
    svm.answer.connect = async () => connectionOf('io.two', solana.caipNetworkId);
    const { kit } = startedKit({ networks: [mainnet, solana], adapters: [evm, svm] });
    await connect(kit, { connectorId: 'io.one' });
    await connect(kit, { connectorId: 'io.two' });
    const states = ['io.two', 'io.one', 'io.three'].map(id => getConnectorState(kit, id));
    expect(states).toEqual(['connected', 'active', 'disconnected']);
  });
});

describe('getAccount and getNetwork', () => {
  it('use the active namespace by default, and none that is not configured', () => {
    const { kit } = startedKit();
    expect(getAccount(kit)).toBe(getAccount(kit, { namespace: 'eip155' }));
    expect(getAccount(kit, { namespace: 'solana' })).toMatchObject({ isConnected: false, allAccounts: [] });
    expect(getNetwork(kit)?.caipNetworkId).toBe('eip155:1');
    expect(getNetwork(kit, { namespace: 'solana' })).toBeUndefined();
  });
});
