import { recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountingWindow } from './CountingWindow.test-support.js';
import { createFakeWallet, type FakeWallet } from './createFakeWallet.js';
import { type Anvil, startAnvil } from './startAnvil.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let chainA: Anvil;
let chainB: Anvil;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
});
afterAll(() => Promise.all([chainA?.stop(), chainB?.stop()]));

let page: CountingWindow;
let wallet: FakeWallet;
beforeEach(() => {
  page = new CountingWindow();
  vi.stubGlobal('window', page);
  wallet = createFakeWallet({ chains: { 31337: chainA.url, 31338: chainB.url } });
});
afterEach(() => vi.unstubAllGlobals());

const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params });

describe('createFakeWallet', () => {
  it('announces itself now and when asked, and stops', () => {
    const names: string[] = [];
    page.addEventListener('eip6963:announceProvider', event =>
      names.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name),
    );
    wallet.announce();
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(names).toEqual(['Demo wallet', 'Demo wallet']);
    wallet.stop();
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(names).toHaveLength(2);
    expect(page.count('eip6963:requestProvider')).toBe(0);
  });

  it('shows no account before the visitor allows it', async () => {
    expect(await ask('eth_accounts')).toEqual([]);
    await expect(ask('personal_sign', '0x00', FIRST)).rejects.toMatchObject({ code: 4100 });
    expect(await ask('eth_requestAccounts')).toEqual([FIRST]);
    expect(await ask('eth_accounts')).toEqual([FIRST]);
  });

  it('signs with a real key', async () => {
    await ask('eth_requestAccounts');
    const signature = (await ask('personal_sign', '0x68656c6c6f', FIRST)) as `0x${string}`;
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(FIRST);
    const typedData = {
      domain: { name: 'Latchkit', chainId: 31337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    } as const;
    const typed = (await ask('eth_signTypedData_v4', FIRST, JSON.stringify(typedData))) as `0x${string}`;
    expect(await recoverTypedDataAddress({ ...typedData, signature: typed })).toBe(FIRST);
  });

  it('sends on the chain it is on, and follows a switch', async () => {
    await ask('eth_requestAccounts');
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' });
    const hash = await ask('eth_sendTransaction', { from: FIRST, to: SECOND, value: '0x1' });
    await expect
      .poll(() => chainB.request('eth_getTransactionReceipt', [hash]))
      .toMatchObject({ status: '0x1' });
    expect(await chainA.request('eth_getTransactionReceipt', [hash])).toBeNull();
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({ code: 4902 });
  });

  it('runs a batch and reports its receipts', async () => {
    await ask('eth_requestAccounts');
    const calls = [
      { to: SECOND, value: '0x1' },
      { to: SECOND, value: '0x2' },
    ];
    const batch = { version: '2.0.0', from: FIRST, chainId: '0x7a69', atomicRequired: false, calls };
    const { id } = (await ask('wallet_sendCalls', batch)) as { id: string };
    await expect.poll(() => ask('wallet_getCallsStatus', id)).toMatchObject({ status: 200, atomic: false });
    await expect(ask('wallet_sendCalls', { ...batch, atomicRequired: true })).rejects.toMatchObject({
      code: 5760,
    });
  });

  it('prompts through its prompt option, and throws code 4001 on refusal', async () => {
    const seen: string[] = [];
    wallet = createFakeWallet({
      chains: { 31337: chainA.url },
      prompt: async ({ method }) => {
        seen.push(method);
        return method !== 'personal_sign';
      },
    });
    await ask('eth_requestAccounts');
    await expect(ask('personal_sign', '0x00', FIRST)).rejects.toMatchObject({ code: 4001 });
    expect(seen).toEqual(['eth_requestAccounts', 'personal_sign']);
  });

  it('applies its faults until they are cleared', async () => {
    wallet.faults.set({ reject: true });
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    wallet.faults.set({ reject: undefined, plainError: ['eth_requestAccounts'] });
    await expect(ask('eth_requestAccounts')).rejects.not.toHaveProperty('code');
    wallet.faults.clear();
    expect(await ask('eth_requestAccounts')).toEqual([FIRST]);
    expect(wallet.calls.map(call => call.method)).toEqual(Array(3).fill('eth_requestAccounts'));
  });

  it('has one permission for all tabs of a site, as a browser wallet does (UX-24)', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    const options = { chains: { 31337: chainA.url, 31338: chainB.url }, persist: true };
    const elsewhere = createFakeWallet(options);
    wallet = createFakeWallet(options);
    await ask('eth_requestAccounts');
    expect(await elsewhere.provider.request({ method: 'eth_accounts' })).toEqual([FIRST]);
    await ask('wallet_revokePermissions', { eth_accounts: {} });
    expect(await elsewhere.provider.request({ method: 'eth_accounts' })).toEqual([]);
  });

  it('stores the permission across a reload when configured', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    const options = { chains: { 31337: chainA.url, 31338: chainB.url }, persist: true };
    wallet = createFakeWallet(options);
    await ask('eth_requestAccounts');
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' });
    wallet = createFakeWallet(options);
    expect(await ask('eth_accounts')).toEqual([FIRST]);
    expect(await ask('eth_chainId')).toBe('0x7a6a');
    await ask('wallet_revokePermissions', { eth_accounts: {} });
    wallet = createFakeWallet(options);
    expect(await ask('eth_accounts')).toEqual([]);
  });
});
