// @vitest-environment jsdom

import { Blob, File } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployPools, type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import {
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseEther,
  toHex,
} from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { readSettings } from '../../../../gateway/src/server/readSettings.js';
import { type RunningServer, startServer } from '../../../../gateway/src/server/startServer.js';
import { evm } from '../../evm/evm.js';
import { createFakeWallet, type FakeWallet } from '../../testing/createFakeWallet.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { connect } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage, type Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import { defineNetwork } from '../networks/defineNetwork.js';
import { start } from '../start.js';
import { followHoldings, loadSwap } from './loadSwap.js';
import { type OddToken, oddTokenCode } from './oddTokens.test-support.js';
import { quoteSwap, watchSwapQuote } from './quoteSwap.js';
import { readUnlistedToken } from './readUnlistedToken.js';
import { swap } from './swap.js';
import { listSwapApprovals, removeSwapApproval } from './swapApprovals.js';
import { setSwapAmount, setSwapToken } from './swapDraft.js';
import { readGasPrice, readUnroutedTokens } from './swapGateway.js';
import { EMPTY_SWAP, selectSwap } from './swapState.js';

const CHAIN = 'eip155:31337';
const EURO = `${CHAIN}:0x25283Df5d9f8196E5625528342c53C8aEDC65305` as const;
const GOLD = `${CHAIN}:0xecb2817d9634BCbB146d277f0620c7dB7ad7C562` as const;
const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Contract code that reverts every call with Error('closed on Sundays'). */
const CLOSED =
  '0x6308c379a060e01b5f526020600452601160245270636c6f736564206f6e2053756e6461797360781b60445260645ffd';
const erc20 = parseAbi([
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);

let directory: string;
let anvil: Anvil;
let liquidity: Liquidity;
let gateway: RunningServer;
let clean: unknown;
const kits: Latchkit[] = [];
const requests: string[] = [];
/** Methods that the gateway has called at the node, with the contract. */
const nodeCalls: string[] = [];
let node: Server;

beforeAll(async () => {
  // The database reads File objects, which jsdom does not implement completely.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('File', File);
  directory = mkdtempSync(join(tmpdir(), 'latchkit-swap-'));
  anvil = await startAnvil(31_337);
  await deployPools(anvil.url);
  liquidity = await openLiquidity(anvil.url);
  const settings = readSettings({ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_DATA_DIR: directory });
  const { fetch } = globalThis;
  node = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const calls = [JSON.parse(body)].flat() as { method: string; params?: readonly { to?: string }[] }[];
    nodeCalls.push(...calls.map(({ method, params }) => `${method} ${params?.[0]?.to ?? ''}`.trim()));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(anvil.url, { method: 'POST', headers, body });
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  gateway = await startServer({ ...settings, upstreams: { [CHAIN]: `http://127.0.0.1:${port}` } });
  // Passes every request on.
  vi.stubGlobal('fetch', (input: URL | string, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const text = typeof init?.body === 'string' ? ` ${init.body}` : '';
    requests.push(`${init?.method ?? 'GET'} ${url.pathname}${url.search}${text}`);
    return fetch(input, init);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await gateway?.stop();
  node?.close();
  await anvil?.stop();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  clean = await anvil.request('evm_snapshot');
  requests.length = 0;
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  await anvil.request('evm_revert', [clean]);
  await anvil.request('evm_setAutomine', [true]);
});

/** A page with the demo wallet, connected on the development chain. */
async function openPage(storage: Storage = memoryStorage(), url = anvil.url) {
  const local = defineNetwork({
    id: url === anvil.url ? 31_337 : 31_338,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  });
  const wallet = createFakeWallet({ chains: { [Number(local.id)]: url } });
  wallet.announce();
  onTestFinished(() => wallet.stop());
  const kit = createLatchkit({
    gateway: gateway.url,
    projectId: '0'.repeat(32),
    networks: [local],
    adapters: [evm()],
    storage,
    reconnect: false,
    features: { email: false, socials: false, analytics: false },
  });
  kits.push(kit);
  const events: LatchkitEvent[] = [];
  kit.on(event => events.push(event));
  start(kit);
  await kit.kernel.start();
  await expect.poll(() => kit.store.getState().connectors.length).toBeGreaterThan(0);
  await connect(kit, { connectorId: wallet.info.rdns });
  const state = () => selectSwap(kit.store.getState());
  return { kit, wallet, events, state };
}

const asked = (path: string) => requests.filter(request => request.includes(` /v1/convert/${path}?`));
const sent = (wallet: FakeWallet) =>
  wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').length;

async function balanceOf(asset: string, address: Hex = FIRST): Promise<bigint> {
  const { reader } = liquidity.chain;
  const contract = asset.split(':')[2];
  if (!contract) return reader.getBalance({ address });
  return reader.readContract({
    address: contract as Hex,
    abi: erc20,
    functionName: 'balanceOf',
    args: [address],
  });
}

/** Where the token of the development pools stores its decimals. */
const DECIMALS_SLOT = 5;

/** Deploys a token that differs from the standard, pays the account, and adds a pair with the wrapped currency. */
async function deployOdd(kind: OddToken) {
  const standard = await liquidity.createToken('Odd', 'ODD');
  const address: Hex = '0x00000000000000000000000000000000000000f5';
  await anvil.request('anvil_setCode', [address, oddTokenCode(standard, kind)]);
  const { account } = await ownerOf(standard);
  for (const holder of [account, FIRST] as const) {
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 0n]));
    const value = toHex(parseEther('1000000'), { size: 32 });
    await anvil.request('anvil_setStorageAt', [address, slot, value]);
  }
  await anvil.request('anvil_setStorageAt', [
    address,
    toHex(DECIMALS_SLOT, { size: 32 }),
    toHex(18, { size: 32 }),
  ]);
  const wrapped = { token: liquidity.contracts.wrapped, amount: parseEther('100') };
  await liquidity.addPair(wrapped, { token: address, amount: parseEther('100000') });
  return `${CHAIN}:${address}` as const;
}

const contractOf = (asset: string) => asset.split(':')[2] as Hex;

/** Deploys a token with permits (EIP-2612), pays the account, and adds a pair with the euro. */
async function deployPermitToken() {
  const token = await liquidity.createPermitToken();
  await liquidity.transfer(token, FIRST, parseEther('1000'));
  const euro = { token: contractOf(EURO), amount: parseEther('100000') };
  await liquidity.addPair(euro, { token, amount: parseEther('100000') });
  return `${CHAIN}:${token}` as const;
}

/** From now on, the page's node lacks a method. */
function withoutMethod(method: string): void {
  const { fetch } = globalThis;
  onTestFinished(() => void vi.stubGlobal('fetch', fetch));
  vi.stubGlobal('fetch', (input: URL | string, init?: RequestInit) => {
    const isIt = typeof init?.body === 'string' && init.body.includes(`"${method}"`);
    // The method that anvil does not know either.
    return fetch(input, isIt ? { ...init, body: String(init.body).replace(method, `${method}0`) } : init);
  });
}

/** The account that deploys the pools: it holds every token. */
async function ownerOf(token: Hex) {
  const { reader } = liquidity.chain;
  const [log] = await reader.getLogs({ address: token, fromBlock: 0n });
  return { account: `0x${log?.topics[2]?.slice(26) ?? ''}` as Hex };
}

describe('swap', () => {
  it('swaps native to token to token to native; the amounts are those of the receipts [CAP-08] [CALL-22] [CALL-24] [CALL-25] [LIM-19]', async () => {
    const { kit, wallet, events, state } = await openPage();
    const route = [CHAIN, EURO, GOLD, CHAIN] as const;
    let amount = parseEther('1');
    for (const [index, from] of route.slice(0, -1).entries()) {
      const to = route[index + 1] ?? CHAIN;
      requests.length = 0;
      const quote = await quoteSwap(kit, { from, to, amount });
      const before = await balanceOf(to);
      const result = await swap(kit, { from, to, amount, quote });
      expect(result.received).toBe(quote.amountOut);
      expect(result.fee).toBeGreaterThan(0n);
      const fees = to === CHAIN ? (result.fee ?? 0n) + (await feeOf(result.approvalHash)) : 0n;
      expect((await balanceOf(to)) - before).toBe(quote.amountOut - fees);
      const isToken = from !== CHAIN;
      expect(asked('allowance')).toHaveLength(isToken ? 1 : 0);
      expect(asked('build-approve')).toHaveLength(isToken ? 1 : 0);
      // Before an approval, the swap is built to simulate both.
      const build = expect.stringMatching(/^POST .*"slippage":1[,}]/);
      expect(asked('build-transaction')).toEqual(isToken ? [build, build] : [build]);
      expect(state().run).toMatchObject({
        status: 'done',
        steps: isToken ? 2 : 1,
        received: quote.amountOut,
      });
      amount = quote.amountOut;
    }
    expect(sent(wallet)).toBe(5);
    // Approvals are used up, and never for more than the amount.
    expect(await listSwapApprovals(kit)).toEqual([]);
    const { settledTransactions } = kit.store.getState();
    expect(settledTransactions.map(({ kind }) => kind)).toEqual([
      'swap',
      'approval',
      'swap',
      'approval',
      'swap',
    ]);
    expect(events.filter(({ event }) => event.startsWith('SWAP_')).map(({ event }) => event)).toEqual(
      Array.from({ length: 3 }, () => ['SWAP_INITIATED', 'SWAP_SUCCESS']).flat(),
    );
  });

  it('approves and swaps in one where the wallet runs calls as one', async () => {
    const { kit, wallet, state } = await openPage();
    const amount = parseEther('100');
    const first = await quoteSwap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    await swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1'), quote: first });
    const batches: unknown[] = [];
    const { request } = wallet.provider;
    // A wallet with atomic batches; the demo wallet sends the calls one after another.
    wallet.provider.request = async asking => {
      if (asking.method === 'wallet_getCapabilities')
        return { '0x7a69': { atomic: { status: 'supported' } } };
      if (asking.method !== 'wallet_sendCalls') return request(asking);
      const [batch] = asking.params as [{ calls: unknown[] }];
      batches.push(batch);
      return request({ ...asking, params: [{ ...batch, atomicRequired: false }] });
    };
    const quote = await quoteSwap(kit, { from: EURO, to: GOLD, amount });
    const before = sent(wallet);
    const result = await swap(kit, { from: EURO, to: GOLD, amount, quote });
    expect(result.received).toBe(quote.amountOut);
    expect(result.approvalHash).toBeUndefined();
    expect(batches).toEqual([
      expect.objectContaining({ atomicRequired: true, calls: [expect.anything(), expect.anything()] }),
    ]);
    expect(sent(wallet)).toBe(before);
    expect(state().run).toMatchObject({ steps: 1, status: 'done' });
  });

  it('sends nothing when the pools pay less than the visitor has seen', async () => {
    // It has one pool, which another swap drains.
    const token = await deployOdd('noReturnValue');
    const { kit, wallet } = await openPage();
    const terms = { from: CHAIN, to: token, amount: parseEther('1') } as const;
    const quote = await quoteSwap(kit, terms);
    await swap(kit, { ...terms, amount: parseEther('50') });
    await expect(swap(kit, { ...terms, quote })).rejects.toMatchObject({ code: 'SWAP_PRICE_CHANGED' });
    expect(sent(wallet)).toBe(1);
  });

  it('says why a swap reverted, and what it cost', async () => {
    const { kit, state } = await openPage();
    const before = await balanceOf(CHAIN);
    await anvil.request('evm_setAutomine', [false]);
    const swapping = awaitedLater(swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') }));
    await expect.poll(() => state().run?.status).toBe('confirming');
    await anvil.request('anvil_setCode', [liquidity.contracts.router, CLOSED]);
    await anvil.request('anvil_mine', ['0x1']);
    await expect(swapping).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTED',
      message: 'closed on Sundays',
    });
    expect(state().run).toMatchObject({ status: 'failed', fee: before - (await balanceOf(CHAIN)) });
  });

  it('asks no wallet for a swap that the network would refuse: a token that takes a fee of each transfer', async () => {
    const token = await deployOdd('feeOnTransfer');
    const { kit, wallet } = await openPage();
    const terms = { from: token, to: CHAIN, amount: parseEther('10') } as const;
    const refused = { code: 'SWAP_WOULD_FAIL', context: { reason: 'Too little received' } };
    await expect(swap(kit, terms)).rejects.toMatchObject(refused);
    expect(wallet.calls.filter(({ method }) => method === 'wallet_sendCalls')).toEqual([]);
    // Not even for the approval: both were simulated.
    expect(sent(wallet)).toBe(0);
    expect(await listSwapApprovals(kit)).toEqual([]);
  });

  it('stops after the approval where the node cannot simulate both, and the approval can be removed', async () => {
    const token = await deployOdd('feeOnTransfer');
    const { kit, wallet } = await openPage();
    withoutMethod('eth_simulateV1');
    const swapping = swap(kit, { from: token, to: CHAIN, amount: parseEther('10') });
    await expect(swapping).rejects.toMatchObject({
      code: 'SWAP_WOULD_FAIL',
      context: { reason: 'Too little received' },
    });
    expect(sent(wallet)).toBe(1);
    const [approval] = await listSwapApprovals(kit);
    expect(approval).toMatchObject({ amount: '10', token });
    if (approval) await removeSwapApproval(kit, approval);
    expect(await listSwapApprovals(kit)).toEqual([]);
  });

  it('signs a permit where the token has one, and sends only the swap', async () => {
    const token = await deployPermitToken();
    const { kit, wallet, state } = await openPage();
    const terms = { from: token, to: EURO, amount: parseEther('10') } as const;
    const quote = await quoteSwap(kit, terms);
    const swapping = awaitedLater(swap(kit, { ...terms, quote }));
    await expect.poll(() => state().run).toMatchObject({ stages: ['permit', 'swap'], steps: 2 });
    const result = await swapping;
    expect(result.received).toBe(quote.amountOut);
    expect(result.approvalHash).toBeUndefined();
    expect(sent(wallet)).toBe(1);
    const [signed] = wallet.calls.filter(({ method }) => method === 'eth_signTypedData_v4');
    const [, text] = (signed?.params ?? []) as readonly string[];
    expect(JSON.parse(text ?? '')).toMatchObject({
      primaryType: 'Permit',
      domain: { name: 'Uniswap V2', version: '1', chainId: 31_337, verifyingContract: token.split(':')[2] },
      message: {
        owner: FIRST,
        spender: liquidity.contracts.router.toLowerCase(),
        value: String(terms.amount),
        nonce: '0',
      },
    });
    expect(state().run).toMatchObject({ status: 'done', step: 2 });
    // Exactly the amount was permitted.
    requests.length = 0;
    await swap(kit, { ...terms, amount: parseEther('1') });
    expect(asked('build-approve')).toHaveLength(1);
    expect(await listSwapApprovals(kit)).toEqual([]);
  });

  it('approves instead if the wallet cannot sign a permit, and stops if the visitor declines it', async () => {
    const token = await deployPermitToken();
    const { kit, wallet, state } = await openPage();
    const terms = { from: token, to: EURO, amount: parseEther('10') } as const;
    const { request } = wallet.provider;
    let code = 4001;
    wallet.provider.request = async asking => {
      if (asking.method !== 'eth_signTypedData_v4') return request(asking);
      expect(kit.store.getState().transactionStack).toMatchObject([{ kind: 'swap' }]);
      throw Object.assign(new Error('No'), { code });
    };
    await expect(swap(kit, terms)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    expect(sent(wallet)).toBe(0);
    code = -32_601;
    const { approvalHash } = await swap(kit, terms);
    expect(approvalHash).toMatch(/^0x/);
    expect(sent(wallet)).toBe(2);
    expect(state().run).toMatchObject({ stages: ['approval', 'swap'], status: 'done' });
  });

  it('approves instead if the account is a contract, which has no key to sign with', async () => {
    const token = await deployPermitToken();
    const { kit, wallet } = await openPage();
    await anvil.request('anvil_setCode', [FIRST, '0x00']);
    const swapping = swap(kit, { from: token, to: EURO, amount: parseEther('10') });
    await swapping.catch(() => {});
    expect(wallet.calls.filter(({ method }) => method === 'eth_signTypedData_v4')).toEqual([]);
    expect(sent(wallet)).toBeGreaterThan(0);
  });

  it('removes an older approval first where the token refuses to change it', async () => {
    const token = await deployOdd('approvesOnce');
    const { kit, wallet, state } = await openPage();
    const terms = { from: token, to: EURO, amount: parseEther('10') } as const;
    // What an earlier swap has left.
    const wallets = createWalletClient({ transport: http(anvil.url), account: FIRST });
    const args = [liquidity.contracts.router, parseEther('3')] as const;
    const left = { address: contractOf(token), abi: erc20, functionName: 'approve', args } as const;
    const hash = await wallets.writeContract({ ...left, chain: liquidity.chain.chain });
    await liquidity.chain.reader.waitForTransactionReceipt({ hash });
    const quote = await quoteSwap(kit, terms);
    const stages: unknown[] = [];
    onTestFinished(kit.store.subscribe(() => stages.push([state().run?.step, state().run?.stages.join()])));
    const { received, approvalHash } = await swap(kit, { ...terms, quote });
    expect(received).toBe(quote.amountOut);
    expect(approvalHash).toMatch(/^0x/);
    expect(sent(wallet)).toBe(3);
    for (const step of [1, 2, 3]) expect(stages).toContainEqual([step, 'reset,approval,swap']);
    expect(await listSwapApprovals(kit)).toEqual([]);
  });

  it('swaps a token whose functions return nothing', async () => {
    const token = await deployOdd('noReturnValue');
    const { kit } = await openPage();
    const terms = { from: token, to: EURO, amount: parseEther('10') } as const;
    const quote = await quoteSwap(kit, terms);
    const before = await balanceOf(EURO);
    const { received } = await swap(kit, { ...terms, quote });
    expect(received).toBeGreaterThanOrEqual(quote.minimumOut);
    expect((await balanceOf(EURO)) - before).toBe(received);
  });

  it('refuses step 2 on another account; the approval stays in the list of those to remove', async () => {
    const { kit, wallet, state } = await openPage();
    await swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    await anvil.request('evm_setAutomine', [false]);
    const swapping = swap(kit, { from: EURO, to: CHAIN, amount: parseEther('100') });
    const refused = awaitedLater(expect(swapping).rejects.toMatchObject({ code: 'SWAP_ACCOUNT_CHANGED' }));
    await expect.poll(() => state().run).toMatchObject({ step: 1, steps: 2, status: 'confirming' });
    wallet.changeAccounts([SECOND]);
    await expect.poll(() => kit.store.getState().namespaces.eip155?.account.address).toBe(SECOND);
    await anvil.request('evm_setAutomine', [true]);
    await anvil.request('anvil_mine', ['0x1']);
    await refused;
    expect(sent(wallet)).toBe(2);
    expect(await listSwapApprovals(kit)).toEqual([]);
    wallet.changeAccounts([FIRST]);
    await expect.poll(() => kit.store.getState().namespaces.eip155?.account.address).toBe(FIRST);
    const approvals = await listSwapApprovals(kit);
    expect(approvals).toMatchObject([{ amount: '100', symbol: 'DEUR' }]);
    for (const approval of approvals) await removeSwapApproval(kit, approval);
    expect(await listSwapApprovals(kit)).toEqual([]);
  });

  it('refuses step 2 after a logout, and sends no approval twice after a lost page', async () => {
    const storage = memoryStorage();
    const first = await openPage(storage);
    await swap(first.kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    await anvil.request('evm_setAutomine', [false]);
    const terms = { from: EURO, to: CHAIN, amount: parseEther('100') } as const;
    const lost = swap(first.kit, terms);
    const ended = awaitedLater(expect(lost).rejects.toMatchObject({ code: 'DESTROYED' }));
    await expect.poll(() => first.state().run?.status).toBe('confirming');
    first.kit.destroy();
    await ended;
    const second = await openPage(storage);
    const swapping = swap(second.kit, terms);
    const refused = awaitedLater(expect(swapping).rejects.toMatchObject({ code: 'SWAP_DISCONNECTED' }));
    await expect.poll(() => second.state().run).toMatchObject({ step: 1, status: 'confirming' });
    expect(sent(second.wallet)).toBe(0);
    await disconnect(second.kit);
    await anvil.request('evm_setAutomine', [true]);
    await anvil.request('anvil_mine', ['0x1']);
    await refused;
    expect(sent(second.wallet)).toBe(0);
    // The approval is on the chain, and can be removed after the next login.
    expect(await listSwapApprovals(second.kit)).toEqual([]);
    await connect(second.kit, { connectorId: second.wallet.info.rdns });
    const [approval] = await listSwapApprovals(second.kit);
    expect(approval).toMatchObject({ amount: '100', symbol: 'DEUR' });
    if (approval) await removeSwapApproval(second.kit, approval);
    expect(await listSwapApprovals(second.kit)).toEqual([]);
  });

  it('lands ten times in a row with a wallet that estimates exactly, a while before the block (V-02)', async () => {
    const { kit, wallet } = await openPage();
    const { request } = wallet.provider;
    wallet.provider.request = async asking => {
      if (asking.method !== 'eth_sendTransaction') return request(asking);
      const [transaction] = asking.params as [Record<string, unknown>];
      // In the second of the last block, when pools owe their records nothing.
      const gas = transaction.gas ?? (await anvil.request('eth_estimateGas', [transaction, 'latest']));
      await anvil.request('evm_increaseTime', [30]);
      return request({ method: asking.method, params: [{ ...transaction, gas }] });
    };
    const pairs = [
      [CHAIN, EURO, parseEther('0.1')],
      [EURO, CHAIN, parseEther('50')],
    ] as const;
    for (let turn = 0; turn < 10; turn += 1) {
      const [from, to, amount] = pairs[turn % 2] ?? pairs[0];
      await expect(swap(kit, { from, to, amount }), `swap ${turn + 1}`).resolves.toBeDefined();
    }
  });

  it('asks for more gas than the node estimates, and for no more than the account can pay (V-02)', async () => {
    const { kit, wallet, state } = await openPage();
    const gasOf = () => {
      const last = wallet.calls.findLast(({ method }) => method === 'eth_sendTransaction');
      const [transaction] = (last?.params ?? []) as { gas?: string }[];
      return BigInt(transaction?.gas ?? 0);
    };
    await swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    const generous = gasOf();
    const receipt = await anvil.request('eth_getTransactionReceipt', [state().run?.hash]);
    const used = BigInt((receipt as { gasUsed: string }).gasUsed);
    expect(generous).toBeGreaterThan((used * 13n) / 10n);
    const price = BigInt((await anvil.request('eth_gasPrice', [])) as string);
    const left = parseEther('1') + ((used * 23n) / 10n) * price;
    await anvil.request('anvil_setBalance', [FIRST, toHex(left)]);
    await swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    expect(gasOf()).toBeLessThan(generous);
  });

  it('says that a swap ran out of gas (V-02)', async () => {
    const { kit, wallet } = await openPage();
    const { request } = wallet.provider;
    wallet.provider.request = async asking => {
      if (asking.method !== 'eth_sendTransaction') return request(asking);
      const [transaction] = asking.params as [Record<string, unknown>];
      return request({ method: asking.method, params: [{ ...transaction, gas: toHex(110_000) }] });
    };
    await expect(swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTED',
      message: 'out of gas',
    });
  });

  it('says why the wallet refused step 2, such as a wallet that was frozen meanwhile, and lists the approval', async () => {
    const { kit, wallet, state } = await openPage();
    await swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    const { request } = wallet.provider;
    let asks = 0;
    // The modal of the embedded wallet stays open for an error only with an entry on the stack.
    const stacks: unknown[] = [];
    wallet.provider.request = asking => {
      if (asking.method !== 'eth_sendTransaction') return request(asking);
      asks += 1;
      stacks.push(kit.store.getState().transactionStack.map(({ kind }) => kind));
      if (asks === 1) return request(asking);
      // As the provider of the embedded wallet says it.
      const data = { code: 'FROZEN' };
      return Promise.reject(Object.assign(new Error('This account is frozen'), { code: -32_603, data }));
    };
    await expect(swap(kit, { from: EURO, to: CHAIN, amount: parseEther('100') })).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      cause: { message: 'This account is frozen' },
    });
    expect(asks).toBe(2);
    expect([stacks, kit.store.getState().transactionStack]).toEqual([[['swap'], ['swap']], []]);
    expect(state().run).toMatchObject({ step: 2, steps: 2, status: 'failed' });
    wallet.provider.request = request;
    const [approval] = await listSwapApprovals(kit);
    expect(approval).toMatchObject({ amount: '100', hash: state().run?.approvalHash });
    if (approval) await removeSwapApproval(kit, approval);
    expect(await listSwapApprovals(kit)).toEqual([]);
  });

  it('refuses step 2 after the network was switched', async () => {
    const { kit, wallet, state } = await openPage();
    await swap(kit, { from: CHAIN, to: EURO, amount: parseEther('1') });
    await anvil.request('evm_setAutomine', [false]);
    const swapping = swap(kit, { from: EURO, to: CHAIN, amount: parseEther('100') });
    const refused = awaitedLater(expect(swapping).rejects.toMatchObject({ code: 'SWAP_ACCOUNT_CHANGED' }));
    await expect.poll(() => state().run).toMatchObject({ step: 1, steps: 2, status: 'confirming' });
    wallet.changeChain(1);
    const network = () => kit.store.getState().namespaces.eip155?.network.caipNetworkId;
    await expect.poll(network).toBe('eip155:1');
    await anvil.request('evm_setAutomine', [true]);
    await anvil.request('anvil_mine', ['0x1']);
    await refused;
    expect(sent(wallet)).toBe(2);
  });
});

/** What a transaction cost. */
async function feeOf(hash: string | undefined): Promise<bigint> {
  if (!hash) return 0n;
  const { gasUsed, effectiveGasPrice } = await liquidity.chain.reader.getTransactionReceipt({
    hash: hash as Hex,
  });
  return gasUsed * effectiveGasPrice;
}

describe('loadSwap', () => {
  it('lists the tokens with balances, the native currency first, and asks for gas price and prices [CALL-21] [CALL-23] [CALL-26]', async () => {
    const { kit, state } = await openPage();
    await loadSwap(kit);
    expect(state().tokens.map(({ symbol }) => symbol)).toEqual(
      expect.arrayContaining(['DEUR', 'DGLD', 'DGBP']),
    );
    expect(state().from).toMatchObject({ symbol: 'ETH', quantity: { decimals: 18 } });
    expect(Number(state().from?.quantity.numeric)).toBeGreaterThan(1_000);
    expect(asked('tokens')).toEqual([expect.stringContaining(`chainId=${encodeURIComponent(CHAIN)}`)]);
    expect(asked('gas-price')).toEqual([expect.stringContaining(`chainId=${encodeURIComponent(CHAIN)}`)]);
    expect(requests.filter(request => request.startsWith('POST /v1/fungible/price'))).not.toEqual([]);
  });

  it('knows which listed tokens have no route, and asks once (V-07)', async () => {
    const { kit } = await openPage();
    const none = await readUnroutedTokens(kit, CHAIN);
    expect(none.has(EURO.toLowerCase())).toBe(false);
    expect([...none].length).toBeGreaterThan(0);
    expect(await readUnroutedTokens(kit, CHAIN)).toEqual(none);
    expect(requests.filter(one => one.includes('/convert/unrouted'))).toHaveLength(1);
    // A gateway that can't tell hides nothing.
    expect(await readUnroutedTokens(kit, 'eip155:999')).toEqual(new Set());
  });

  it('shows what arrives and leaves while the form is open, and keeps prices and selection', async () => {
    const { kit, state } = await openPage();
    await loadSwap(kit, { fromToken: 'DGLD', toToken: 'DEUR', amount: '1' });
    onTestFinished(followHoldings(kit));
    const { from: shown, tokens } = state();
    await liquidity.transfer(contractOf(GOLD), FIRST, parseEther('7'));
    await refreshTokens(kit, { namespace: 'eip155', force: true });
    expect(Number(state().from?.quantity.numeric)).toBe(Number(shown?.quantity.numeric) + 7);
    expect(state()).toMatchObject({ to: { symbol: 'DEUR' }, amount: '1' });
    expect(state().tokens.map(({ price }) => price)).toEqual(tokens.map(({ price }) => price));
  });

  it('selects what the host opens the view with, by symbol or address [VIEW-25]', async () => {
    const { kit, state } = await openPage();
    const wanted = { fromToken: 'deur', toToken: GOLD.split(':')[2] ?? '', amount: '3.5' };
    openModal(kit, { view: 'Swap', arguments: wanted });
    const view = currentView(kit.store.getState().modal);
    expect(view).toEqual({ name: 'Swap', ...wanted });
    await loadSwap(kit, view.name === 'Swap' ? view : undefined);
    expect(state()).toMatchObject({ from: { symbol: 'DEUR' }, to: { symbol: 'DGLD' }, amount: '3.5' });
  });

  it("refuses other networks with 'Network not supported for Swaps' and '… for Gas Price' [ERR-04] [ERR-05]", async () => {
    const other = await startAnvil(31_338);
    onTestFinished(() => other.stop());
    const { kit, state } = await openPage(memoryStorage(), other.url);
    await loadSwap(kit);
    expect(state().error).toMatchObject({
      code: 'SWAP_UNSUPPORTED_CHAIN',
      message: 'Network not supported for Swaps',
    });
    await expect(readGasPrice(kit, 'eip155:31338')).rejects.toMatchObject({
      code: 'GAS_PRICE_UNSUPPORTED_CHAIN',
      message: 'Network not supported for Gas Price',
    });
  });

  it('reads a token that is on no list, and marks it', async () => {
    const { kit } = await openPage();
    const token = await liquidity.createToken('Fake Dollar\u202e', 'USDC');
    await loadSwap(kit);
    expect(await readUnlistedToken(kit, token)).toMatchObject({
      name: 'Fake Dollar',
      symbol: 'USDC',
      unlisted: true,
      quantity: { decimals: 18, numeric: '0' },
    });
    await expect(readUnlistedToken(kit, SECOND)).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' });
  });
});

describe('watchSwapQuote', () => {
  it('quotes after input, every 12 s and on a new block, with a bounded number of calls; a closed view makes no calls [CALL-20]', async () => {
    const { kit, state } = await openPage();
    await loadSwap(kit);
    // The gateway keeps a quote for a moment, by the clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    /** Lets time pass in small steps, so that requests are answered meanwhile, until there is a current quote. */
    const quoted = () =>
      expect
        .poll(async () => {
          await pass(20);
          return state().quoteStatus;
        })
        .toBe('ready');
    const stop = watchSwapQuote(kit);
    onTestFinished(stop);
    const euro = state().tokens.find(({ symbol }) => symbol === 'DEUR');
    if (!euro) throw new Error('There is no euro.');
    setSwapToken(kit, 'to', euro);
    setSwapAmount(kit, '1');
    await quoted();
    const query = new URLSearchParams(asked('quotes')[0]?.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      amount: String(parseEther('1')),
      userAddress: FIRST,
      from: CHAIN,
      to: EURO,
      gasPrice: expect.stringMatching(/^\d+$/),
    });
    requests.length = 0;
    nodeCalls.length = 0;
    for (let quotes = 0; quotes < 5; quotes += 1) {
      await pass(12_000);
      await quoted();
    }
    // In a minute: five quotes of at most two reads, and at most a price of gas for each.
    expect(asked('quotes')).toHaveLength(5);
    // Quotes read the pools through this contract; balances may still be loading.
    const multicall = liquidity.contracts.multicall.toLowerCase();
    const called = (call: string) => nodeCalls.filter(one => one.toLowerCase() === call).length;
    const bounds = { quotes: called(`eth_call ${multicall}`), gas: called('eth_gasprice') };
    expect(bounds.quotes).toBeGreaterThanOrEqual(5);
    expect(bounds.quotes).toBeLessThanOrEqual(10);
    expect(bounds.gas).toBeLessThanOrEqual(5);
    expect(nodeCalls.length).toBeLessThanOrEqual(30);
    // Only on a development chain: one look at the latest block each second.
    expect(requests.filter(request => request.includes('eth_blockNumber')).length).toBeLessThan(70);
    await anvil.request('anvil_mine', ['0x1']);
    await expect
      .poll(async () => {
        await pass(20);
        return asked('quotes').length;
      })
      .toBe(6);
    await quoted();
    stop();
    await anvil.request('anvil_mine', ['0x1']);
    requests.length = 0;
    nodeCalls.length = 0;
    setSwapAmount(kit, '2');
    await pass(60_000);
    expect(requests).toEqual([]);
    expect([called(`eth_call ${multicall}`), called('eth_gasprice')]).toEqual([0, 0]);
  });
});

describe('selectSwap', () => {
  it('is empty until Swap is used, so that a host without swaps holds nothing of it', async () => {
    const { kit } = await openPage();
    expect(kit.store.getState().swap).toBeUndefined();
    expect(selectSwap(kit.store.getState())).toBe(EMPTY_SWAP);
  });
});
