// @vitest-environment jsdom

import { Blob, File } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployPools, type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import { type Hex, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../../../../gateway/src/server/readSettings.js';
import { type RunningServer, startServer } from '../../../../gateway/src/server/startServer.js';
import { evm } from '../../evm/evm.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { createFakeWallet, type FakeWallet } from '../../testing/createFakeWallet.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { connect } from '../connection/connect.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import { defineNetwork } from '../networks/defineNetwork.js';
import { start } from '../start.js';
import { loadSwap } from './loadSwap.js';
import { quoteSwap, watchSwapQuote } from './quoteSwap.js';
import { swap } from './swap.js';
import { selectSwap } from './swapState.js';

const CHAIN = 'eip155:31337';
const EURO = `${CHAIN}:0x25283Df5d9f8196E5625528342c53C8aEDC65305` as const;
const GOLD = `${CHAIN}:0xecb2817d9634BCbB146d277f0620c7dB7ad7C562` as const;
const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let directory: string;
let anvil: Anvil;
let liquidity: Liquidity;
let gateway: RunningServer;
beforeAll(async () => {
  // The database reads File objects, which jsdom does not implement completely.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('File', File);
  directory = mkdtempSync(join(tmpdir(), 'latchkit-scaled-swap-'));
  anvil = await startAnvil(31_337);
  await deployPools(anvil.url);
  liquidity = await openLiquidity(anvil.url);
  const settings = readSettings({ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_DATA_DIR: directory });
  gateway = await startServer({ ...settings, upstreams: { [CHAIN]: anvil.url } });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await gateway?.stop();
  await anvil?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** A page with the demo wallet, connected on the development chain. */
async function openPage() {
  const local = defineNetwork({
    id: 31_337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
    testnet: true,
  });
  const wallet = createFakeWallet({ chains: { 31337: anvil.url } });
  wallet.announce();
  const kit = createLatchkit({
    ...{ gateway: gateway.url, projectId: '0'.repeat(32), networks: [local], adapters: [evm()] },
    ...{ storage: memoryStorage(), reconnect: false },
    features: { email: false, socials: false, analytics: false },
  });
  onTestFinished(() => {
    kit.destroy();
    wallet.stop();
  });
  start(kit);
  await kit.kernel.start();
  await expect.poll(() => kit.store.getState().connectors.length).toBeGreaterThan(0);
  await connect(kit, { connectorId: wallet.info.rdns });
  return { kit, wallet, state: () => selectSwap(kit.store.getState()) };
}

const contractOf = (asset: string) => asset.split(':')[2] as Hex;
const sent = (wallet: FakeWallet) =>
  wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').length;
const balanceOf = async (asset: string) =>
  BigInt(
    String(
      await anvil.request('eth_call', [
        { to: contractOf(asset), data: `0x70a08231${FIRST.slice(2).padStart(64, '0')}` },
        'latest',
      ]),
    ),
  );

/** Where the factor of a scaled token is stored, and its code: it answers `uiMultiplier()` (ERC-8056), and runs the rest elsewhere. */
const FACTOR_SLOT = `0x${'ff'.repeat(32)}`;
const MOVED = '0x00000000000000000000000000000000005ca1ed';
const SCALED_CODE = [
  '0x60003560e01c63a60bf13d14604557',
  `3660006000376000600036600073${MOVED.slice(2)}5af4`,
  '3d600060003e6040573d6000fd5b3d6000f3',
  `5b7f${'ff'.repeat(32)}5460005260206000f3`,
].join('');

/** The issuer of a token sets by which factor its amounts are shown. */
async function scale(asset: string, factor: string): Promise<void> {
  const address = contractOf(asset);
  const code = await anvil.request('eth_getCode', [address, 'latest']);
  if (code !== SCALED_CODE) await anvil.request('anvil_setCode', [MOVED, code]);
  await anvil.request('anvil_setCode', [address, SCALED_CODE]);
  const value = toHex(parseEther(factor), { size: 32 });
  await anvil.request('anvil_setStorageAt', [address, FACTOR_SLOT, value]);
}

describe('a swap of a scaled token', () => {
  it('takes the typed amount as it is shown, and shows what was quoted and paid so (RV-26)', async () => {
    await liquidity.transfer(contractOf(EURO), FIRST, parseEther('80'));
    await scale(EURO, '1.25');
    const { kit, wallet, state } = await openPage();
    await loadSwap(kit, { fromToken: 'DEUR', toToken: 'DGLD', amount: '10' });
    const stop = watchSwapQuote(kit);
    onTestFinished(stop);
    await expect.poll(() => state().quoteStatus).toBe('ready');
    const { quote } = state();
    expect(state().from).toMatchObject({ shown: { factor: '1.25', amount: '100' } });
    expect([quote?.amountIn, quote?.factors]).toEqual([parseEther('8'), { from: '1.25', to: '1' }]);
    if (!quote) throw new Error('There is no quote.');
    const before = await balanceOf(EURO);
    await swap(kit, { from: EURO, to: GOLD, amount: quote.amountIn, quote });
    expect(before - (await balanceOf(EURO))).toBe(parseEther('8'));
    const entries = kit.store.getState().settledTransactions;
    expect(entries.map(({ kind, amount, symbol }) => [kind, amount, symbol])).toEqual(
      expect.arrayContaining([
        ['approval', '10', 'DEUR'],
        ['swap', '10', 'DEUR'],
      ]),
    );
    // What comes back is what was received, as it is shown.
    const back = await quoteSwap(kit, { from: GOLD, to: EURO, amount: parseEther('0.001') });
    const { received } = await swap(kit, { from: GOLD, to: EURO, amount: back.amountIn, quote: back });
    const shown = formatUnits(((received ?? 0n) * 125n) / 100n, 18);
    expect(
      kit.store.getState().settledTransactions.find(one => one.received?.symbol === 'DEUR'),
    ).toMatchObject({
      received: { amount: shown },
    });
    expect(sent(wallet)).toBe(4);
  });

  it.each([
    ['what is paid', EURO, GOLD],
    ['what is received', GOLD, EURO],
  ])('is not sent once the issuer has changed what the amount shows of %s (RV-26)', async (_, from, to) => {
    await liquidity.transfer(contractOf(from), FIRST, parseEther('80'));
    await scale(EURO, '1.25');
    const { kit, wallet, state } = await openPage();
    await loadSwap(kit, { fromToken: from, toToken: to, amount: '10' });
    const quote = await quoteSwap(kit, { from, to, amount: parseEther('8') });
    await scale(EURO, '2.5');
    await expect(swap(kit, { from, to, amount: quote.amountIn, quote })).rejects.toMatchObject({
      code: 'SEND_AMOUNT_CHANGED',
    });
    expect(sent(wallet)).toBe(0);
    expect(wallet.calls.filter(({ method }) => method.startsWith('eth_sign'))).toEqual([]);
    const side = from === EURO ? state().from : state().to;
    expect([side?.shown?.factor, state().run?.status]).toEqual(['2.5', 'failed']);
  });
});
