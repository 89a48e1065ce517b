import { afterAll, beforeAll, vi } from 'vitest';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { chainAdapterConformance } from '../testing/chainAdapterConformance.test-support.js';
import { anvilNetwork, createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../testing/createFakeWallet.js';
import { type Anvil, startAnvil } from '../testing/startAnvil.test-support.js';
import { evm } from './evm.js';

const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PROMPTS = ['eth_requestAccounts', 'wallet_requestPermissions', 'personal_sign'];

let chainA: Anvil;
let chainB: Anvil;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
});
afterAll(() => Promise.all([chainA?.stop(), chainB?.stop()]));

chainAdapterConformance('evm', () => {
  const page = new CountingWindow();
  vi.stubGlobal('window', page);
  const wallet = createFakeWallet({ chains: { 31337: chainA.url, 31338: chainB.url } });
  const networks = [anvilNetwork(chainA), anvilNetwork(chainB)] as const;
  return {
    adapter: evm(),
    host: createAdapterHost(() => networks),
    connectorId: wallet.info.rdns,
    networks,
    pageListeners: () => page.count() - page.count('eip6963:requestProvider'),
    reload: () => ({ adapter: evm(), host: createAdapterHost(() => networks) }),
    wallet: {
      answer: how =>
        wallet.faults.set({
          reject: how === 'refuse' || undefined,
          hang: how === 'ignore' || undefined,
          plainError: how === 'break' || undefined,
        }),
      prompts: () => wallet.calls.filter(call => PROMPTS.includes(call.method)).length,
      announce: wallet.announce,
      changeAccount: async () => {
        wallet.changeAccounts([SECOND]);
        return SECOND;
      },
      end: wallet.disconnect,
      listeners: wallet.listenerCount,
    },
  };
});
