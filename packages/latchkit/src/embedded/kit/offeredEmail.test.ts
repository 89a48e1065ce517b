import { describe, expect, it } from 'vitest';
import {
  confirmCurrentEmail,
  connect,
  discoverWallets,
  startEmailLogin,
  startEmailUpdate,
} from '../../core/index.js';
import { scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { isEmailOffered } from '../../internal/index.js';
import { mainnet } from '../../networks/index.js';
import { embeddedWallet } from '../embeddedWallet.js';
import { createEmbeddedWorld, EMAIL } from './embeddedWorld.test-support.js';

describe('isEmailOffered', () => {
  it('is true when the feature is on and a namespace has such accounts', () => {
    const { kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    const offered = (features = kit.store.getState().features) => isEmailOffered(kit, { features });
    expect(offered()).toBe(true);
    expect(offered({ ...kit.store.getState().features, email: false })).toBe(false);
    expect(isEmailOffered(kit, kit.store.getState(), 'eip155')).toBe(true);
    expect(isEmailOffered(kit, kit.store.getState(), 'solana')).toBe(false);
    const bitcoin = kitOf({
      adapters: [scriptedAdapter('bip122')],
      networks: [{ ...mainnet, chainNamespace: 'bip122', caipNetworkId: 'bip122:0' }],
    });
    expect(isEmailOffered(bitcoin, bitcoin.store.getState())).toBe(false);
    const none = kitOf({ embeddedWallet: undefined });
    expect(isEmailOffered(none, none.store.getState())).toBe(false);
  });
});

describe('actions of email login', () => {
  it("say 'No auth connector found' when there is none [ERR-12]", async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const missing = { code: 'AUTH_CONNECTOR_NOT_FOUND', message: 'No auth connector found' };
    const kits = [
      kitOf({ embeddedWallet: undefined }),
      kitOf({ features: { email: false } }),
      kitOf({
        adapters: [scriptedAdapter('bip122')],
        networks: [{ ...mainnet, chainNamespace: 'bip122', caipNetworkId: 'bip122:0' }],
      }),
    ];
    for (const kit of kits) await expect(startEmailLogin(kit, EMAIL)).rejects.toMatchObject(missing);
    expect(page.iframes()).toEqual([]);
  });

  it("say 'Not connected to email or social' where another wallet is connected, or none [ERR-13]", async () => {
    const { kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf({ adapters: [scriptedAdapter()] });
    const refused = { code: 'NOT_CONNECTED_TO_AUTH', message: 'Not connected to email or social' };
    await expect(startEmailUpdate(kit, EMAIL)).rejects.toMatchObject(refused);
    await connect(kit, { connectorId: 'io.one' });
    await expect(startEmailUpdate(kit, EMAIL)).rejects.toMatchObject(refused);
    await expect(confirmCurrentEmail(kit, '123456')).rejects.toMatchObject(refused);
  });

  it("say 'Unable to load email login dependency' when the code does not load, and then load it again [ERR-30]", async () => {
    const { kit: kitOf } = createEmbeddedWorld();
    const config = embeddedWallet({ wallet: 'https://wallet.example' });
    let fails = true;
    const kit = kitOf({
      embeddedWallet: {
        ...config,
        follow: async one => {
          if (fails) throw new TypeError('Failed to fetch dynamically imported module');
          return config.follow(one);
        },
      },
    });
    await expect(startEmailLogin(kit, EMAIL)).rejects.toMatchObject({
      code: 'EMAIL_DEPENDENCY',
      message: 'Unable to load email login dependency',
    });
    fails = false;
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('code');
  });

  it('load nothing before they are called', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await discoverWallets(kit);
    await untilState(kit, ({ connectors }) => connectors.length === 1);
    expect(kit.store.getState().embeddedWallet).toEqual({ frame: 'absent', waiting: 0 });
    expect(page.iframes()).toEqual([]);
  });
});
