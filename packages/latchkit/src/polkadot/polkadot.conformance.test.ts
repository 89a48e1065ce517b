import { verify } from '@scure/sr25519';
import { vi } from 'vitest';
import type { CaipNetwork } from '../core/adapter/Network.js';
import { assetHub, kusama, polkadot as mainnet } from '../networks/networks.js';
import { decodeSs58, ss58Address } from '../protocol/ss58.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { chainAdapterConformance } from '../testing/chainAdapterConformance.test-support.js';
import { createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakePolkadotWallet } from '../testing/createFakePolkadotWallet.js';
import { polkadot } from './polkadot.js';

const networks: readonly [CaipNetwork, CaipNetwork] = [mainnet, kusama];
const ALICE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';

chainAdapterConformance(
  'polkadot',
  () => {
    const stored = new Map<string, string>();
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    };
    const page = Object.assign(new CountingWindow(), { localStorage, injectedWeb3: undefined as unknown });
    vi.stubGlobal('window', page);
    const fake = createFakePolkadotWallet();
    return {
      adapter: polkadot(),
      host: createAdapterHost(() => networks),
      connectorId: 'Talisman',
      hasIcon: false,
      networks,
      verify: async (message, signature, address) => {
        const key = decodeSs58(address)?.key ?? new Uint8Array();
        const text = new TextEncoder().encode(`<Bytes>${message}</Bytes>`);
        return verify(text, Buffer.from(signature.slice(4), 'hex'), key);
      },
      unknownNetwork: assetHub,
      addresses: {
        valid: [ALICE],
        invalid: ['', ALICE.slice(0, 40), `${ALICE.slice(0, -1)}0`, `0x${'0'.repeat(40)}`],
      },
      pageListeners: () => page.count() - page.count('wallet-standard:app-ready'),
      reload: () => ({ adapter: polkadot(), host: createAdapterHost(() => networks) }),
      wallet: {
        answer: how =>
          fake.faults.set({
            reject: how === 'refuse' || undefined,
            hang: how === 'ignore' || undefined,
            plainError: how === 'break' || undefined,
          }),
        prompts: fake.prompts,
        announce: fake.announce,
        announceHostile() {
          const trap = {
            get throws() {
              throw new Error('a getter that throws');
            },
          };
          page.injectedWeb3 = Object.assign(trap, {
            nothing: undefined,
            text: 'enable',
            '\u202ekcilC\u0000': { enable: () => Promise.reject(new Error('impostor')) },
            ['N'.repeat(100_000)]: { enable: () => Promise.reject(new Error('impostor')) },
          });
        },
        changeAccount: async () => {
          const [, second = ''] = await fake.addresses();
          fake.changeAccounts([second]);
          return [ss58Address(second, mainnet.caipNetworkId) ?? ''] as const;
        },
        end: fake.disconnect,
        listeners: fake.listenerCount,
      },
    };
  },
  { pays: false },
);
