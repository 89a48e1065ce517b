import { encodeFunctionData, numberToHex, parseAbi, parseEther, parseUnits } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { chainRequest } from '../../../../packages/gateway/test/chain/minimalContracts.js';
import { startAnvil } from '../../../../packages/gateway/test/servers/startAnvil.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { createBrowser, openWallet, signIn } from './walletPart.test-support.js';

vi.setConfig({ testTimeout: 60_000 });

const SHARE = '0x1000000000000000000000000000000000000008';
const RECEIVER = '0x00000000000000000000000000000000000000bb';
const SLOT = `0x${'ff'.repeat(32)}`;
/** Answers `uiMultiplier()` (ERC-8056) with what is stored, and everything else with 18. */
const CODE = `0x60003560e01c63a60bf13d14601957601260005260206000f35b7f${'ff'.repeat(32)}5460005260206000f3`;
const abi = parseAbi(['function transfer(address to, uint256 amount)']);

let suite: WalletSuite;
let url: string;
let stopChain: () => Promise<void>;
beforeAll(async () => {
  const chain = await startAnvil(31_337);
  ({ url, stop: stopChain } = chain);
  await chainRequest(url, 'anvil_setCode', [SHARE, CODE]);
  suite = await walletSuite({ upstreams: { 'eip155:31337': [url] } });
});
afterAll(async () => {
  await suite.close();
  await stopChain();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const scale = (factor: string) =>
  chainRequest(url, 'anvil_setStorageAt', [SHARE, SLOT, numberToHex(parseUnits(factor, 18), { size: 32 })]);

it('signs no payment of a scaled token that shows another amount by the time it is approved (RV-26)', async () => {
  await scale('1.25');
  const wallet = await openWallet(suite, await createBrowser());
  await signIn(suite, wallet, suite.address());
  const { address } = await wallet.call('GET_USER', {});
  await chainRequest(url, 'anvil_setBalance', [address, numberToHex(parseEther('1'))]);
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [RECEIVER, parseEther('8')] });
  const send = () =>
    wallet.call('RPC_REQUEST', {
      method: 'eth_sendTransaction',
      params: [{ from: address, to: SHARE, data }],
      chainId: 'eip155:31337',
      chainNamespace: 'eip155',
    });
  const sent = () => chainRequest(url, 'eth_getTransactionCount', [address, 'latest']);
  wallet.visitor.beforeDecision = () => scale('2.5').then(() => {});
  await expect(send()).rejects.toMatchObject({ code: 'AMOUNT_CHANGED' });
  expect(await sent()).toBe('0x0');
  wallet.visitor.beforeDecision = async () => {};
  await send();
  await expect.poll(sent).toBe('0x1');
  // 8 move, which show 10 before and 20 after.
  const shown = wallet.visitor.reviewed.map(({ changes: [change] }) => [
    change?.line.slots?.amount,
    change?.note?.slots?.amount,
  ]);
  expect(shown).toEqual([
    [{ number: '10' }, { number: '8' }],
    [{ number: '20' }, { number: '8' }],
  ]);
});
