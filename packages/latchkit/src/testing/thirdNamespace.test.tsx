// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import {
  connect,
  createLatchkit,
  defineNetwork,
  disconnect,
  discoverWallets,
  getAccount,
  getConnections,
  getProvider,
  getWallets,
  type Latchkit,
  memoryStorage,
  openModal,
  sendTransaction,
  signMessage,
  switchNetwork,
} from '../core/index.js';
import { evm } from '../evm/index.js';
import { mainnet } from '../networks/index.js';
import { renderInModal, visibleText } from '../react/mount/renderInModal.test-support.js';
import { AccountView } from '../react/views/account/AccountView.js';
import { ConnectView } from '../react/views/connect/ConnectView.js';
import { solana } from '../solana/index.js';
import { toyAdapter } from './toyAdapter.test-support.js';

const RELAY = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';
const PARA = 'polkadot:fc41b9bd8ef8fe53d58c7ea67c794c7e';
const toyNetwork = (caipNetworkId: `${string}:${string}`, name: string) =>
  defineNetwork({
    id: caipNetworkId.slice('polkadot:'.length),
    caipNetworkId,
    name,
    nativeCurrency: { name: 'Toy', symbol: 'TOY', decimals: 10 },
    rpcUrls: { default: { http: [] } },
  });

let kit: Latchkit | undefined;
afterEach(() => kit?.destroy());

describe('an adapter of a third namespace', () => {
  it('connects, signs, switches, sends and is shown when it is only listed in `adapters`', async () => {
    const toy = toyAdapter();
    kit = createLatchkit({
      projectId: 'test',
      networks: [mainnet, toyNetwork(RELAY, 'Toy relay'), toyNetwork(PARA, 'Toy para')],
      adapters: [evm(), solana(), toy.adapter],
      storage: memoryStorage(),
    });
    const { store } = kit;
    discoverWallets(kit);
    await expect.poll(() => store.getState().connectors.map(({ id }) => id)).toEqual([toy.wallet.id]);
    expect(getWallets(kit)).toMatchObject([{ name: 'Toy wallet', installed: true }]);
    openModal(kit, { namespace: 'polkadot' });
    expect(visibleText(renderInModal(kit, <ConnectView view={{ name: 'Connect' }} depth={0} />))).toContain(
      'Toy wallet',
    );

    await connect(kit, { connectorId: toy.wallet.id });
    const { address } = toy.wallet;
    expect(getAccount(kit, { namespace: 'polkadot' })).toMatchObject({
      address,
      caipAddress: `${RELAY}:${address}`,
      status: 'connected',
    });
    expect(getAccount(kit, { namespace: 'eip155' }).status).toBe('disconnected');
    expect(getConnections(kit)).toMatchObject([{ connectorId: toy.wallet.id }]);
    const signature = await signMessage(kit, { message: 'hello', namespace: 'polkadot' });
    expect(toy.wallet.verify('hello', signature)).toBe(true);
    expect(await getProvider(kit, { namespace: 'polkadot' })).toBe(toy.wallet);
    const transaction = { serialized: 'AAAA' };
    expect(await sendTransaction(kit, { transaction, namespace: 'polkadot' })).toBe('hash of AAAA');

    await switchNetwork(kit, { chainId: PARA });
    expect(getAccount(kit, { namespace: 'polkadot' }).caipAddress).toBe(`${PARA}:${address}`);
    await expect.poll(() => store.getState().namespaces.polkadot?.balance).toBe(toy.wallet.balance);
    const shown = visibleText(renderInModal(kit, <AccountView view={{ name: 'Account' }} depth={0} />));
    expect(shown).toMatch(/42 ?\.5\d* ?TOY/);
    expect(shown).toContain('Toy para');

    await disconnect(kit, { namespace: 'polkadot' });
    expect(getAccount(kit, { namespace: 'polkadot' }).status).toBe('disconnected');
    await connect(kit, { connectorId: toy.wallet.id });
    toy.end();
    expect(getAccount(kit, { namespace: 'polkadot' }).status).toBe('disconnected');
  });
});
