import { type Address, type Hex, verifyMessage } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, vi } from 'vitest';
import type { ConformanceChain } from '../testing/ConformanceWorld.test-support.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { chainAdapterConformance } from '../testing/chainAdapterConformance.test-support.js';
import { anvilNetwork, createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../testing/createFakeWallet.js';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from '../testing/demoToken.js';
import { announceHostile, HOSTILE_KINDS } from '../testing/hostileAnnouncement.js';
import { type Anvil, startAnvil } from '../testing/startAnvil.test-support.js';
import { evm } from './evm.js';

const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const CONTRACT = '0x00000000000000000000000000000000000000c0';
/** Contract code that reverts every call with Error('closed on Sundays'). */
const CLOSED =
  '0x6308c379a060e01b5f526020600452601160245270636c6f736564206f6e2053756e6461797360781b60445260645ffd';
const PROMPTS = ['eth_requestAccounts', 'wallet_requestPermissions', 'personal_sign'];

let chainA: Anvil;
let chainB: Anvil;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
  await installDemoToken(chainA.url, { [FIRST]: 5_000_000n });
  await chainA.request('anvil_setCode', [CONTRACT, CLOSED]);
});
afterAll(() => Promise.all([chainA?.stop(), chainB?.stop()]));

/** Chain A, accessed without the adapter. */
const chain: ConformanceChain = {
  stranger: async () => privateKeyToAddress(generatePrivateKey()),
  async balanceOf(address, token) {
    const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
    const answer = token
      ? await chainA.request('eth_call', [{ to: token, data }, 'latest'])
      : await chainA.request('eth_getBalance', [address, 'latest']);
    return BigInt(answer as string);
  },
  token: { address: DEMO_TOKEN_ADDRESS, decimals: 6 },
  payment: async from => ({ to: from, value: 1n }),
  failing: async () => ({ transaction: { to: CONTRACT, gas: 100_000n }, reason: /^closed on Sundays$/ }),
  unknownHash: `0x${'ab'.repeat(32)}`,
  foreign: () => ({ serialized: 'AAAA' }),
};

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
    chain,
    verify: (message, signature, address) =>
      verifyMessage({ message, signature: signature as Hex, address: address as Address }),
    unknownNetwork: anvilNetwork({ chainId: 4242, url: chainA.url }),
    addresses: {
      valid: [FIRST, FIRST.toLowerCase(), FIRST.slice(2)],
      invalid: ['', FIRST.slice(0, -1), `${FIRST}0`, FIRST.replace('f', 'g'), 'ada.eth'],
    },
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
      announceHostile: () => {
        for (const kind of HOSTILE_KINDS) announceHostile(kind, wallet);
      },
      changeAccount: async () => {
        wallet.changeAccounts([SECOND]);
        return [SECOND] as const;
      },
      end: wallet.disconnect,
      listeners: wallet.listenerCount,
    },
  };
});
