import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/wallet/service/walletMigrations.js';
import { startAnvil } from '../../../../packages/gateway/test/servers/startAnvil.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { accountsOf, createBrowser, openWallet, signIn, type Wallet } from './walletPart.test-support.js';

// A sign-in takes many calls with proofs: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let suite: WalletSuite;
let stopChain: () => Promise<void>;
beforeAll(async () => {
  const chain = await startAnvil(31_337);
  stopChain = chain.stop;
  suite = await walletSuite({ upstreams: { 'eip155:31337': [chain.url] } });
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

/** Whether a session has ended at the wallet service. */
async function isOver(sid: string): Promise<unknown> {
  const [row] = await suite.database.query(
    `select revoked_at is not null as "isOver" from ${WALLET_SCHEMA}.sessions where id = $1`,
    [sid],
  );
  return row?.isOver;
}

describe('the session', () => {
  it('ends for the host when it has ended at the wallet service', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, suite.address());
    await suite.database.query(`update ${WALLET_SCHEMA}.sessions set revoked_at = $1`, [new Date()]);
    await expect(read(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    expect(wallet.told.slice(-2)).toEqual([
      { type: 'ACCOUNTS_CHANGED', payload: { accounts: [] } },
      { type: 'SESSION_UPDATE', payload: { token: null } },
    ]);
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
  });

  it("ignores a host's token, valid or forged [SEC-43]", async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, suite.address());
    await vi.waitFor(() =>
      expect(wallet.told.at(-1)).toEqual({ type: 'SESSION_UPDATE', payload: { token: expect.any(String) } }),
    );
    const news = wallet.told.at(-1);
    const token = (news?.type === 'SESSION_UPDATE' && news.payload.token) || '';
    const thief = await openWallet(suite, await createBrowser());
    for (const shown of [token, crypto.randomUUID(), 'forged']) {
      expect(await thief.call('IS_CONNECTED', { token: shown })).toEqual({ isConnected: false });
    }
    expect(await wallet.call('IS_CONNECTED', { token })).toEqual({ isConnected: true });
  });

  it('is shared by all pages of a browser, which renew it one at a time', async () => {
    const browser = await createBrowser();
    const one = await openWallet(suite, browser);
    await signIn(suite, one, suite.address());
    const other = await openWallet(suite, browser);
    const user = await other.call('GET_USER', {});
    expect(await one.call('GET_USER', {})).toEqual(user);
    const before = await browser.store.read();
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await Promise.all([one, other, one, other].map(wallet => read(wallet, 'eth_blockNumber')));
    const after = await browser.store.read();
    expect(after).toMatchObject({ sid: before?.sid });
    expect(after?.refresh).not.toBe(before?.refresh);
  });

  it.each([
    ['before the wallet service received it', false],
    ['after the wallet service received it', true],
  ])('survives the loss of a page during a renewal, %s [SEC-41]', async (_, arrives) => {
    const email = suite.address();
    const browser = await createBrowser();
    await signIn(suite, await openWallet(suite, browser), email);
    const mails = suite.inbox.mails(email).length;
    vi.setSystemTime(Date.now() + 10 * 60_000);
    const ended = await openWallet(suite, browser, async request => {
      if (!request.url.endsWith('/v1/token/refresh')) return suite.servers.fetch(request);
      // Fetching the nonce is a separate call: only an exchange that was sent can be lost.
      const answer = arrives ? await suite.servers.fetch(request) : undefined;
      if (answer && !answer.ok) return answer;
      throw new TypeError('The page is gone.');
    });
    await expect(ended.call('IS_CONNECTED', {})).rejects.toMatchObject({ code: 'INTERNAL' });
    const reloaded = await openWallet(suite, browser);
    expect(await reloaded.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
    expect((await browser.store.read())?.exchange).toBeUndefined();
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await read(reloaded, 'eth_blockNumber');
    expect(suite.inbox.mails(email)).toHaveLength(mails);
  });

  it('ends at the wallet service without an alarm when it ends after a lost response [SEC-41]', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    let isLosing = false;
    const wallet = await openWallet(suite, browser, async request => {
      const answer = await suite.servers.fetch(request);
      if (isLosing && request.url.endsWith('/v1/token/refresh') && answer.ok) throw new TypeError('away');
      return answer;
    });
    await signIn(suite, wallet, email);
    const { sid = '' } = (await browser.store.read()) ?? {};
    const mails = suite.inbox.mails(email).length;
    vi.setSystemTime(Date.now() + 11 * 60_000);
    isLosing = true;
    await expect(read(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: 'INTERNAL' });
    isLosing = false;
    await wallet.call('SIGN_OUT', {});
    expect(await isOver(sid)).toBe(true);
    expect(suite.inbox.mails(email)).toHaveLength(mails);
  });

  it('ends on every page of the browser when it ends on one, and nothing more is signed there', async () => {
    const browser = await createBrowser();
    const one = await openWallet(suite, browser);
    const email = suite.address();
    await signIn(suite, one, email);
    const other = await openWallet(suite, browser);
    const { accounts } = await other.call('GET_USER', {});
    await one.call('SIGN_OUT', {});
    await vi.waitFor(() =>
      expect(other.told.slice(-2)).toEqual([
        { type: 'ACCOUNTS_CHANGED', payload: { accounts: [] } },
        { type: 'SESSION_UPDATE', payload: { token: null } },
      ]),
    );
    expect([other.abandoned(), other.part.accounts()]).toEqual([1, []]);
    expect(await other.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    // A sign-in on one page also applies to the other.
    await signIn(suite, one, email);
    await vi.waitFor(() => expect(other.part.accounts()).toEqual(accounts.map(one => one.address)));
    // Another user replaces the previous one.
    await signIn(suite, one, suite.address());
    await vi.waitFor(async () => expect(other.part.accounts()).toEqual(one.part.accounts()));
    expect(other.part.accounts()).not.toEqual(accounts.map(one => one.address));
    expect(other.abandoned()).toBe(2);
  });

  it('survives an outage of the wallet service', async () => {
    const browser = await createBrowser();
    await signIn(suite, await openWallet(suite, browser), suite.address());
    let isAway = true;
    const wallet = await openWallet(suite, browser, async request => {
      if (isAway) throw new TypeError('away');
      return suite.servers.fetch(request);
    });
    await expect(wallet.call('IS_CONNECTED', {})).rejects.toMatchObject({ code: 'INTERNAL' });
    isAway = false;
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
  });

  it('ends at the wallet service too when it ends here, even with an expired token', async () => {
    const browser = await createBrowser();
    const wallet = await openWallet(suite, browser);
    await signIn(suite, wallet, suite.address());
    const { sid = '' } = (await browser.store.read()) ?? {};
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await wallet.call('SIGN_OUT', {});
    expect(await isOver(sid)).toBe(true);
  });
});

const read = (wallet: Wallet, method: string, params: unknown[] = [], chainId = 'eip155:31337') =>
  wallet.call('RPC_REQUEST', { method, params, chainId, chainNamespace: 'eip155' });

describe('what the host reads', () => {
  it('comes from the wallet if it knows the result and from the chain otherwise', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    expect(await read(wallet, 'eth_accounts')).toEqual([]);
    expect(await read(wallet, 'eth_chainId')).toBe('0x7a69');
    await expect(read(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    await signIn(suite, wallet, suite.address());
    const { address } = await wallet.call('GET_USER', {});
    expect(await read(wallet, 'eth_accounts')).toEqual([address]);
    expect(await read(wallet, 'eth_blockNumber')).toBe('0x0');
    expect(await read(wallet, 'eth_getBalance', [address, 'latest'])).toBe('0x0');
    // The chain's error is passed on unchanged.
    await expect(read(wallet, 'eth_getBalance', ['0x'])).rejects.toMatchObject({
      code: 'INTERNAL',
      cause: { code: 'CALL_FAILED' },
    });
    await expect(read(wallet, 'eth_blockNumber', [], 'eip155:4242')).rejects.toMatchObject({
      code: 'INTERNAL',
    });
  });

  it('reports the capabilities of a plain key', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, suite.address());
    const { address } = await wallet.call('GET_USER', {});
    const unable = { atomic: { status: 'unsupported' } };
    expect(await read(wallet, 'wallet_getCapabilities', [address])).toEqual({ '0x7a69': unable });
    expect(await read(wallet, 'wallet_getCapabilities', [address.toLowerCase(), ['0x1', '0xa']])).toEqual({
      '0x1': unable,
      '0xa': unable,
    });
    const stranger = `0x${'11'.repeat(20)}`;
    await expect(read(wallet, 'wallet_getCapabilities', [stranger])).rejects.toMatchObject({
      code: 'REJECTED',
    });
    await expect(read(wallet, 'wallet_getCallsStatus', ['0x1'])).rejects.toMatchObject({
      code: 'CALLS_NOT_FOUND',
    });
  });

  it("reports the account's assets as far as a node knows them", async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, suite.address());
    const { address: account } = await wallet.call('GET_USER', {});
    const assets = (filter: object) => read(wallet, 'wallet_getAssets', [{ account, ...filter }]);
    const native = { address: 'native', type: 'native', balance: '0x0' };
    const token = { address: `0x${'22'.repeat(20)}`, type: 'erc20' };
    expect(await assets({})).toEqual({ '0x7a69': [native] });
    expect(
      await assets({ assetFilter: { '0x7a69': [token, { address: 'native', type: 'native' }] } }),
    ).toEqual({
      '0x7a69': [{ ...token, balance: '0x0' }, native],
    });
    expect(await assets({ assetTypeFilter: ['erc20'] })).toEqual({ '0x7a69': [] });
    expect(await assets({ chainFilter: ['0x1'] })).toEqual({});
    await expect(assets({ chainFilter: 'x' })).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
    await expect(read(wallet, 'wallet_getAssets', [{ account: token.address }])).rejects.toMatchObject({
      code: 'REJECTED',
    });
  });
});

describe('the active network', () => {
  it('is shared by every page of the browser for chains of one namespace', async () => {
    const browser = await createBrowser();
    const one = await openWallet(suite, browser);
    await signIn(suite, one, suite.address());
    const other = await openWallet(suite, browser);
    await other.call('GET_USER', {});
    await one.call('SWITCH_NETWORK', { chainId: 'eip155:10' });
    expect(other.told.at(-1)).toEqual({ type: 'CHAIN_CHANGED', payload: { chainId: 'eip155:10' } });
    expect(await other.call('GET_USER', {})).toMatchObject({ chainId: 'eip155:10' });
    await one.call('SWITCH_NETWORK', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
    expect(await other.call('GET_USER', {})).toMatchObject({ chainId: 'eip155:10' });
  });
});

describe('the account of the active network', () => {
  it("follows the network and is always a plain key's account", async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, suite.address());
    const [evm, solana] = await accountsOf(wallet);
    const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    expect(wallet.part.accounts()).toEqual([evm?.address, solana?.address]);
    expect(await wallet.call('SWITCH_NETWORK', { chainId: mainnet })).toEqual({ chainId: mainnet });
    expect(wallet.told.at(-1)).toEqual({ type: 'CHAIN_CHANGED', payload: { chainId: mainnet } });
    const count = wallet.told.length;
    await wallet.call('SWITCH_NETWORK', { chainId: mainnet });
    expect(wallet.told).toHaveLength(count);
    expect(await wallet.call('GET_USER', {})).toMatchObject({ address: solana?.address, chainId: mainnet });
    expect(await wallet.call('GET_USER', { chainId: 'eip155:10' })).toMatchObject({ address: evm?.address });
    const prefer = (type: 'eoa' | 'smartAccount') => wallet.call('SET_PREFERRED_ACCOUNT', { type });
    expect(await prefer('eoa')).toEqual({ type: 'eoa', address: evm?.address });
    await expect(prefer('smartAccount')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
    expect(await wallet.call('GET_SMART_ACCOUNT_ENABLED_NETWORKS', {})).toEqual({
      smartAccountEnabledNetworks: [],
    });
    await expect(wallet.call('GET_USER', { socialUri: 'https://x' })).rejects.toMatchObject({
      code: 'LOGIN_EXPIRED',
    });
  });
});
