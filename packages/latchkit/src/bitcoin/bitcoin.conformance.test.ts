import { vi } from 'vitest';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { chainAdapterConformance } from '../testing/chainAdapterConformance.test-support.js';
import { createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeBitcoinWallet } from '../testing/createFakeBitcoinWallet.js';
import { HOSTILE_SOLANA_KINDS, registerHostile } from '../testing/registerHostile.js';
import { bitcoin } from './bitcoin.js';
import { bitcoinNetwork, verifiesBip322 } from './bitcoinWorld.test-support.js';

chainAdapterConformance(
  'bitcoin',
  () => {
    const page = new CountingWindow();
    vi.stubGlobal('window', page);
    const networks = [bitcoinNetwork('regtest'), bitcoinNetwork('signet')] as const;
    const fake = createFakeBitcoinWallet({ networks: ['regtest', 'signet'] });
    return {
      adapter: bitcoin(),
      host: createAdapterHost(() => networks),
      connectorId: fake.name,
      networks,
      verify: verifiesBip322,
      unknownNetwork: bitcoinNetwork('mainnet'),
      addresses: {
        valid: [
          'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
          '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
          'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
        ],
        invalid: [
          '',
          'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdb',
          'bc1Qar0srrr7xfkvy5l',
          '0x00',
          ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        ],
      },
      pageListeners: () => page.count() - page.count('wallet-standard:app-ready'),
      reload: () => ({ adapter: bitcoin(), host: createAdapterHost(() => networks) }),
      wallet: {
        answer: how =>
          fake.faults.set({
            reject: how === 'refuse' || undefined,
            hang: how === 'ignore' || undefined,
            plainError: how === 'break' || undefined,
          }),
        prompts: () => fake.calls.filter(isPrompt).length,
        announce: fake.announce,
        announceHostile: () => {
          for (const kind of HOSTILE_SOLANA_KINDS) {
            registerHostile(kind, { wallet: fake.provider as never }, new AbortController().signal);
          }
        },
        changeAccount: async () => {
          // The page sees the pair of the current network.
          const [payment = '', ordinal = ''] = await fake.changeAccount(1);
          return [payment, ordinal] as const;
        },
        end: fake.disconnect,
        listeners: fake.listenerCount,
      },
    };
  },
  { pays: false },
);

/** Whether the visitor sees a request. */
function isPrompt({ method, params }: { readonly method: string; readonly params: unknown }): boolean {
  const silent = method === 'standard:connect' && (params as { silent?: boolean }).silent === true;
  return !silent && method !== 'standard:disconnect';
}
