import { sepolia } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { base, mainnet, optimism, solana } from '../networks/networks.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import { addNetwork, removeNetwork } from './connection/addNetwork.js';
import { createLatchkit } from './createLatchkit.js';
import { VERSION } from './kernel/gatewayUrl.js';
import { memoryStorage } from './kernel/storage.js';
import { scriptedAdapter } from './testSupport/scriptedAdapter.test-support.js';
import { estimateGas } from './walletActions/sendTransaction.js';
import { signMessage } from './walletActions/signMessage.js';

const options = { projectId: 'p', networks: [mainnet] as const, storage: memoryStorage() };

describe('createLatchkit', () => {
  it('needs no browser', () => {
    expect(typeof window).toBe('undefined');
    const kit = createLatchkit({ ...options, adapters: [scriptedAdapter()] });
    expect(kit.store.getState().namespaces.eip155?.account.status).toBe('disconnected');
    kit.destroy();
  });

  it("accepts viem's chains unchanged, and does not copy complete networks", () => {
    const kit = createLatchkit({
      ...options,
      networks: [sepolia, mainnet],
      defaultNetwork: 'eip155:11155111',
    });
    const [first, second] = kit.options.networks;
    expect(first).toMatchObject({
      caipNetworkId: 'eip155:11155111',
      chainNamespace: 'eip155',
      id: 11_155_111,
    });
    expect(second).toBe(mainnet);
    expect(kit.store.getState().namespaces.eip155?.network).toBe(first);
    kit.destroy();
  });

  it('refuses siweConfig together with siwx [VAL-15]', () => {
    const signIn = { required: true, attach: () => Promise.reject(new Error('not asked')) };
    expect(() => createLatchkit({ ...options, siwx: signIn, siweConfig: signIn })).toThrow(
      'Set siweConfig or siwx, not both',
    );
    expect(() => createLatchkit({ ...options, siwx: signIn })).not.toThrow();
  });

  it("throws 'CaipNetwork is undefined' without a network [ERR-50]", () => {
    expect(() => createLatchkit({ ...options, networks: [] as never })).toThrow('CaipNetwork is undefined');
  });

  it.each(['eip155', 'solana', 'polkadot', 'bip122'] as const)(
    'accepts an adapter for %s [LIM-13]',
    namespace => {
      const network = { ...mainnet, chainNamespace: namespace, caipNetworkId: `${namespace}:1` as const };
      expect(() =>
        createLatchkit({ ...options, networks: [network], adapters: [scriptedAdapter(namespace)] }),
      ).not.toThrow();
    },
  );

  it("refuses an adapter of another namespace with 'Chain is not supported' [LIM-13] [ERR-53]", () => {
    const cosmos = scriptedAdapter('cosmos' as never);
    expect(() => createLatchkit({ ...options, adapters: [cosmos] })).toThrow('Chain is not supported');
  });

  it('refuses half an adapter [ERR-52]', () => {
    const half = { namespace: 'eip155', start: () => undefined } as unknown as ChainAdapter;
    expect(() => createLatchkit({ ...options, adapters: [half] })).toThrow(
      'ConnectionControllerClient and NetworkControllerClient must be set',
    );
  });

  it('keeps two instances apart', () => {
    const [one, two] = [
      createLatchkit({ ...options, features: { receive: false } }),
      createLatchkit(options),
    ];
    expect(one.store.getState().features.receive).toBe(false);
    expect(two.store.getState().features.receive).toBe(true);
  });
});

describe('wallet actions', () => {
  it('throw for a missing adapter, chain adapter or connection [ERR-48] [ERR-51] [ERR-56] [ERR-53]', async () => {
    const bare = createLatchkit(options);
    await expect(signMessage(bare, { message: 'x' })).rejects.toThrow('Adapter not found');
    await expect(estimateGas(bare, { transaction: { to: '0x' } })).rejects.toThrow('Chain adapter not found');
    await expect(signMessage(bare, { message: 'x', namespace: 'solana' })).rejects.toThrow(
      'Chain is not supported',
    );
    const kit = createLatchkit({ ...options, adapters: [scriptedAdapter()] });
    await expect(signMessage(kit, { message: 'x' })).rejects.toThrow(
      'CaipNetwork or CaipAddress is undefined',
    );
  });
});

describe('addNetwork and removeNetwork', () => {
  it('need an adapter for the namespace, which the error names [VAL-27] [ERR-49]', () => {
    const kit = createLatchkit({ ...options, adapters: [scriptedAdapter()] });
    expect(() => addNetwork(kit, solana)).toThrow("Adapter for namespace solana doesn't exist");
    expect(() => removeNetwork(kit, solana.caipNetworkId)).toThrow(
      "Adapter for namespace solana doesn't exist",
    );
    addNetwork(kit, optimism);
    expect(kit.store.getState().namespaces.eip155?.networks).toContain(optimism);
    removeNetwork(kit, optimism.caipNetworkId);
    expect(kit.store.getState().namespaces.eip155?.networks).not.toContain(optimism);
    expect(() => removeNetwork(kit, base.caipNetworkId)).toThrow('Network not found');
    expect(() => removeNetwork(kit, mainnet.caipNetworkId)).toThrow('Network not found');
  });
});

describe('VERSION', () => {
  it("is the package's", () => expect(VERSION).toBe(manifest.version));
});
