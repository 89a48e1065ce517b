import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { generateKeyPairSigner } from '@solana/kit';
import { numberToHex, parseUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { evm } from '../../evm/evm.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { shownUnits } from '../../protocol/shownUnits.js';
import { solana } from '../../solana/solana.js';
import { chainsOf, devnetNetwork } from '../../solana/solanaWorld.test-support.js';
import { CountingWindow } from '../../testing/CountingWindow.test-support.js';
import { createFakeSolanaWallet } from '../../testing/createFakeSolanaWallet.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from '../../testing/demoToken.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { connect } from '../connection/connect.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import { defineNetwork } from '../networks/defineNetwork.js';
import { start } from '../start.js';
import { prepareSend } from './prepareSend.js';
import { setSendAmount, setSendReceiver, setSendToken } from './sendDraft.js';
import { sendTokens } from './sendTokens.js';

const [, BONUS] = DEVELOPMENT_TOKENS;
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SCALED = '0x00000000000000000000000000000000005ca1ed';
/** Where the factor of the contract is stored. */
const SLOT = `0x${'ff'.repeat(32)}`;
/** Answers `uiMultiplier()` with what is stored, and everything else as the demo token does. */
const CODE = [
  '0x60003560e01c63a60bf13d14604557',
  `3660006000376000600036600073${DEMO_TOKEN_ADDRESS.slice(2)}5af4`,
  '3d600060003e6040573d6000fd5b3d6000f3',
  `5b7f${'ff'.repeat(32)}5460005260206000f3`,
].join('');

let devnet: SolanaDevnet;
let anvil: Anvil;
beforeAll(async () => {
  [devnet, anvil] = await Promise.all([
    startSolanaDevnet({ slotTime: 20, blockhashSlots: 10_000 }),
    startAnvil(31_337),
  ]);
  for (const address of [DEMO_TOKEN_ADDRESS, SCALED] as const)
    await installDemoToken(anvil.url, { [PAYER]: 10n ** 30n }, { address });
  await anvil.request('anvil_setCode', [SCALED, CODE]);
});
afterAll(async () => {
  await Promise.all([devnet?.close(), anvil?.stop()]);
});

beforeEach(() => {
  vi.stubGlobal('window', new CountingWindow());
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

interface World {
  readonly network: CaipNetwork;
  readonly token: TokenBalance;
  /** Changes the factor of the token. */
  scale(factor: string): Promise<void>;
  receiver(): Promise<string>;
  /** What the receiver has, as the chain itself shows it. */
  shownAt(receiver: string): Promise<string>;
  open(): Promise<{ readonly kit: ReturnType<typeof createLatchkit>; readonly asked: () => number }>;
}

const page = {
  features: { email: false, socials: false, analytics: false },
  metadata: { name: 'Page', description: '', url: 'https://page.example', icons: [] },
} as const;
const storage = () => memoryStorage();

function solanaPage(): World {
  const network = devnetNetwork(devnet);
  const ask = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(devnet.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await response.json()) as { result: { value: never } }).result.value;
  };
  return {
    network,
    token: {
      name: 'Bonus',
      symbol: 'BONUS',
      chainId: network.caipNetworkId,
      address: `${devnet.caipNetworkId}:${BONUS.mint}`,
      quantity: { decimals: BONUS.decimals, numeric: '1000000' },
    },
    scale: async factor => devnet.scale(BONUS.mint, Number(factor)),
    receiver: async () => String((await generateKeyPairSigner()).address),
    async shownAt(receiver) {
      const options = { encoding: 'jsonParsed', commitment: 'processed' };
      const [one] = (await ask('getTokenAccountsByOwner', receiver, { mint: BONUS.mint }, options)) as {
        account: { data: { parsed: { info: { tokenAmount: { uiAmountString: string } } } } };
      }[];
      return one?.account.data.parsed.info.tokenAmount.uiAmountString ?? '0';
    },
    async open() {
      const wallet = createFakeSolanaWallet({ chains: chainsOf([network]) });
      wallet.announce();
      const kit = createLatchkit({ networks: [network], adapters: [solana()], storage: storage(), ...page });
      return opened(kit, () => wallet.calls.filter(({ method }) => /send/i.test(method)).length);
    },
  };
}

function evmPage(): World {
  const network = defineNetwork({
    id: 31_337,
    name: 'Local',
    testnet: true,
    rpcUrls: { default: { http: [anvil.url] } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  });
  let at = 0;
  const call = (data: string) =>
    anvil.request('eth_call', [{ to: SCALED, data }, 'latest']) as Promise<string>;
  return {
    network,
    token: {
      name: 'Share',
      symbol: 'SHARE',
      chainId: network.caipNetworkId,
      address: `${network.caipNetworkId}:${SCALED}`,
      quantity: { decimals: 18, numeric: '1000000' },
    },
    async scale(factor) {
      const value = numberToHex(parseUnits(factor, 18), { size: 32 });
      await anvil.request('anvil_setStorageAt', [SCALED, SLOT, value]);
    },
    receiver: async () => `0x${(0xbee_0000 + ++at).toString(16).padStart(40, '0')}`,
    async shownAt(receiver) {
      const held = BigInt(await call(`0x70a08231${receiver.slice(2).padStart(64, '0')}`));
      const factor = formatUnits(BigInt(await call('0xa60bf13d')), 18);
      return formatUnits(shownUnits(held, factor), 18);
    },
    async open() {
      const wallet = createFakeWallet({ chains: { 31337: anvil.url } });
      wallet.announce();
      onTestFinished(() => wallet.stop());
      const kit = createLatchkit({ networks: [network], adapters: [evm()], storage: storage(), ...page });
      return opened(kit, () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').length);
    },
  };
}

async function opened(kit: ReturnType<typeof createLatchkit>, asked: () => number) {
  onTestFinished(() => kit.destroy());
  start(kit);
  await kit.kernel.start();
  await expect.poll(() => kit.store.getState().connectors.length).toBeGreaterThan(0);
  await connect(kit, { connectorId: kit.store.getState().connectors[0]?.id ?? '' });
  return { kit, asked };
}

describe.each([
  ['on Solana', solanaPage],
  ['on EVM', evmPage],
])('a scaled token %s', (_, pageOf) => {
  it('is sent as it is shown, and not after its factor has changed (RV-26)', async () => {
    const { open, scale, token, receiver, shownAt } = pageOf();
    await scale('1.25');
    const { kit, asked } = await open();
    const to = await receiver();
    const fill = () => {
      setSendToken(kit, token);
      setSendAmount(kit, '10');
      setSendReceiver(kit, to);
    };
    fill();
    expect((await prepareSend(kit)).factor).toBe('1.25');
    expect(kit.store.getState().send.factor).toBe('1.25');
    await sendTokens(kit);
    await expect.poll(() => shownAt(to)).toBe('10');
    fill();
    await prepareSend(kit);
    const before = asked();
    await scale('2.5');
    await expect(sendTokens(kit)).rejects.toMatchObject({ code: 'SEND_AMOUNT_CHANGED' });
    expect([asked(), kit.store.getState().send.factor]).toEqual([before, '2.5']);
    // Ten more, of what shows twice as much now.
    await sendTokens(kit);
    await expect.poll(() => shownAt(to)).toBe('30');
  });

  it('is not sent by a page that does not know that it is scaled (RV-26)', async () => {
    const { open, scale, token, receiver } = pageOf();
    await scale('1.25');
    const { kit, asked } = await open();
    setSendToken(kit, token);
    setSendAmount(kit, '10');
    setSendReceiver(kit, await receiver());
    await expect(sendTokens(kit)).rejects.toMatchObject({ code: 'SEND_AMOUNT_CHANGED' });
    expect(asked()).toBe(0);
  });
});
