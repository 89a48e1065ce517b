import { type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { ed25519 } from '@noble/curves/ed25519';
import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  addNetwork,
  connect,
  disconnect,
  getWallets,
  openModal,
  sendTransaction,
  signMessage,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { mainnet, optimism } from '../../networks/index.js';
import { solana } from '../../solana/index.js';
import { isSignedBy, unsignedPayment } from '../../solana/solanaChain.test-support.js';
import { devnetNetwork } from '../../solana/solanaWorld.test-support.js';
import { chainRequest } from '../../testing/chainRequest.js';
import { evmAccount, SOLANA_SECRET, solanaAddress } from '../interop/walletKeys.test-support.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

let world: KitWorld;
let devnet: SolanaDevnet;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 50 });
});
afterAll(() => devnet?.close());
beforeEach(async () => {
  world = await createKitWorld();
});
afterEach(() => world.end());

const kitOf = () => world.kit({ adapters: [evm(), solana()], networks: [mainnet, devnetNetwork(devnet)] });

describe('walletConnect with several namespaces', () => {
  it('lists one entry, and one approval connects both', async () => {
    const wallet = world.wallet();
    const kit = kitOf();
    openModal(kit);
    const { connectors } = await untilState(kit, state => state.connectors[0]?.connectors?.length === 2);
    expect(connectors).toHaveLength(1);
    expect(connectors[0]).toMatchObject({ id: 'walletConnect', name: 'WalletConnect', type: 'MULTI_CHAIN' });
    expect(getWallets(kit)[0]).toMatchObject({
      group: 'walletConnect',
      installed: false,
    });

    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await wallet.scan(kit);
    expect((await connecting).accounts).toEqual([evmAccount.address]);
    const { namespaces, activeNamespace } = await untilState(kit, state => state.connections.length === 2);
    expect(namespaces.solana?.account.address).toBe(solanaAddress);
    expect(activeNamespace).toBe('eip155');
    expect(wallet.proposals).toHaveLength(1);

    await disconnect(kit);
    await untilState(kit, state => state.connections.length === 0);
    await expect.poll(() => wallet.client.sessions()).toEqual([]);
  });

  it('connects the namespaces that a wallet has and leaves the others unconnected', async () => {
    const wallet = world.wallet();
    wallet.approves = chains =>
      chains.filter(one => one.startsWith('solana')).map(one => `${one}:${solanaAddress}`);
    const kit = kitOf();
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect', namespace: 'solana' }));
    await wallet.scan(kit);
    expect((await connecting).accounts).toEqual([solanaAddress]);
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
    // The requested namespace is missing: the attempt fails without waiting.
    const { connections } = kit.store.getState();
    const other = connect(kit, { connectorId: 'walletConnect', namespace: 'eip155' });
    other.catch(() => {});
    await wallet.scan(kit);
    await expect(other).rejects.toMatchObject({ code: 'CONNECTOR_CHAINS_MISMATCH' });
    await untilState(kit, state => JSON.stringify(state.connections) === JSON.stringify(connections));
  });

  it('signs messages and transactions on Solana, for each form of response', async () => {
    const wallet = world.wallet();
    const { answers } = wallet;
    let whole = false;
    wallet.answers = async request => {
      const { method, params } = request.request;
      if (method !== 'solana_signTransaction') return answers(request);
      const bytes = Uint8Array.from(Buffer.from((params as { transaction: string }).transaction, 'base64'));
      // A signature count of one, 64 signature bytes, then the signed message.
      const signature = ed25519.sign(bytes.subarray(65), SOLANA_SECRET);
      bytes.set(signature, 1);
      const transaction = whole ? { transaction: Buffer.from(bytes).toString('base64') } : {};
      return { result: { signature: base58.encode(signature), ...transaction } };
    };
    const kit = kitOf();
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect', namespace: 'solana' }));
    await wallet.scan(kit);
    await connecting;
    const signature = await signMessage(kit, { message: 'hello', namespace: 'solana' });
    expect(await isSignedBy('hello', signature, solanaAddress)).toBe(true);
    await chainRequest(devnet.url, 'requestAirdrop', [solanaAddress, 10 ** 9]);
    for (whole of [false, true]) {
      const serialized = await unsignedPayment(devnet.url, solanaAddress, whole ? 2n : 1n);
      const hash = await sendTransaction(kit, { transaction: { serialized }, namespace: 'solana' });
      expect(base58.decode(hash)).toHaveLength(64);
    }
  });

  it('drops a session when other chains are requested, and sends a new proposal [STATE-35]', async () => {
    const wallet = world.wallet();
    const kit = world.kit({ adapters: [evm()], networks: [mainnet] });
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await wallet.scan(kit);
    await connecting;
    const [before] = wallet.client.sessions();
    addNetwork(kit, optimism);
    const again = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await expect.poll(() => wallet.client.sessions()).not.toContainEqual(before);
    await wallet.scan(kit);
    await again;
    expect(wallet.proposals).toHaveLength(2);
    expect(wallet.proposals[1]?.optionalNamespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:10']);
  });
});
