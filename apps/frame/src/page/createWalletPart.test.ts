import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/migrations/walletMigrations.js';
import { startAnvil } from '../../../../packages/gateway/src/testing/startAnvil.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/src/testing/walletSuite.js';
import {
  codeFor,
  createBrowser,
  follow,
  linkFor,
  openWallet,
  rest,
  signIn,
  type Wallet,
} from './walletPart.test-support.js';

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

const accountsOf = async (wallet: Wallet) => (await wallet.call('GET_USER', {})).accounts;

describe('CONNECT_EMAIL', () => {
  it('sends another link, and later another code, where the same address is asked for again [VAL-08]', async () => {
    const email = suite.address();
    const wallet = await openWallet(suite, await createBrowser());
    const connect = () => wallet.call('CONNECT_EMAIL', { email });
    rest();
    expect(await connect()).toEqual({ action: 'VERIFY_DEVICE' });
    const first = linkFor(suite, email);
    await expect(connect()).rejects.toMatchObject({ code: 'COOLDOWN', context: { retryAfter: 30 } });
    rest();
    expect(await connect()).toEqual({ action: 'VERIFY_DEVICE' });
    expect(await follow(suite, first)).toBe(false);
    await follow(suite, linkFor(suite, email));
    // Followed meanwhile: no mail is needed, and the code comes with the next look.
    expect(await connect()).toEqual({ action: 'VERIFY_DEVICE' });
    expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    const code = codeFor(suite, email);
    expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    expect(await connect()).toEqual({ action: 'VERIFY_OTP' });
    await expect(connect()).rejects.toMatchObject({ code: 'COOLDOWN' });
    expect(codeFor(suite, email)).not.toBe(code);
    await expect(wallet.call('CONNECT_OTP', { otp: code })).rejects.toMatchObject({ code: 'OTP_INVALID' });
    await wallet.call('CONNECT_OTP', { otp: codeFor(suite, email) });
    expect(await connect()).toEqual({ action: 'CONNECT' });
  });

  it('begins anew with another address, and where the sign-in has come to its end', async () => {
    const [email, other] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    await follow(suite, linkFor(suite, email), false);
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject({ code: 'DEVICE_DENIED' });
    rest();
    expect(await wallet.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    rest();
    expect(await wallet.call('CONNECT_EMAIL', { email: other })).toEqual({ action: 'VERIFY_DEVICE' });
    await follow(suite, linkFor(suite, other));
    await wallet.call('CONNECT_DEVICE', {});
    const wrong = codeFor(suite, other) === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 4; tries += 1) {
      await expect(wallet.call('CONNECT_OTP', { otp: wrong })).rejects.toMatchObject({ code: 'OTP_INVALID' });
    }
    await expect(wallet.call('CONNECT_OTP', { otp: wrong })).rejects.toThrow();
    await expect(wallet.call('CONNECT_OTP', { otp: codeFor(suite, other) })).rejects.toMatchObject({
      code: 'LOCKED',
    });
    expect(await signIn(suite, wallet, other)).toBe('VERIFY_DEVICE');
    expect(await wallet.call('GET_USER', {})).toMatchObject({ email: other });
  });

  it('writes its mails in the language that the host says the visitor reads', async () => {
    const email = suite.address();
    const wallet = await openWallet(suite, await createBrowser());
    wallet.state.dapp = {
      ...{ metadata: { name: 'Shop' }, projectId: 'p', sdkVersion: '1', sdkType: 'latchkit', locale: 'de' },
    };
    await signIn(suite, wallet, email);
    for (const { text } of suite.inbox.mails(email)) expect(text).toContain('Du bekommst diese Mail');
  });
});

describe('CONNECT_DEVICE', () => {
  it('may be given up, and asked again', async () => {
    const email = suite.address();
    const wallet = await openWallet(suite, await createBrowser());
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    const leaving = new AbortController();
    const left = wallet.call('CONNECT_DEVICE', {}, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    await follow(suite, linkFor(suite, email));
    expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
  });

  it('goes on while the network is away', async () => {
    const email = suite.address();
    let isAway = false;
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      if (isAway) throw new TypeError('away');
      return suite.servers.fetch(request);
    });
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    isAway = true;
    const waiting = wallet.call('CONNECT_DEVICE', {});
    await follow(suite, linkFor(suite, email));
    isAway = false;
    expect(await waiting).toEqual({ action: 'VERIFY_OTP' });
  });

  it('has nothing to wait for without a sign-in, or where its mail was not sent', async () => {
    const email = suite.address();
    let isAway = true;
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      if (isAway && request.url.endsWith('/v1/approvals')) throw new TypeError('away');
      return suite.servers.fetch(request);
    });
    const expired = { code: 'OTP_EXPIRED' };
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject(expired);
    rest();
    await expect(wallet.call('CONNECT_EMAIL', { email })).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject(expired);
    isAway = false;
    // No mail was sent: none has to be waited for.
    expect(await wallet.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
  });
});

describe('CONNECT_OTP', () => {
  const STEPS = [
    ['frame', '/v1/wallets'],
    ['vault', '/v1/recovery/'],
    ['frame', '/v1/shares/device'],
    ['frame', '/v1/wallets/me/recovery-half'],
    ['vault', '/v1/recovery/release'],
    ['frame', '/commit'],
    ['frame', '/v1/session'],
  ] as const;

  it.for(STEPS.flatMap(step => [true, false].map(isDone => [...step, isDone] as const)))(
    'leaves nothing half done that the next sign-in trips over: %s %s, done at the service %s [SEC-54]',
    async ([service, path, isDone]) => {
      const email = suite.address();
      let hasFailed = false;
      const wallet = await openWallet(suite, await createBrowser(), async request => {
        const { pathname } = new URL(request.url);
        const isOf = request.url.startsWith(
          service === 'frame' ? suite.servers.frameUrl : suite.servers.vaultUrl,
        );
        const isMeant =
          pathname === path || (path.endsWith('/') && pathname.startsWith(path)) || pathname.endsWith(path);
        if (hasFailed || !isOf || !isMeant) return suite.servers.fetch(request);
        if (isDone && !(await suite.servers.fetch(request)).ok) throw new Error('not done');
        hasFailed = true;
        throw new TypeError('away');
      });
      await signIn(suite, wallet, email).catch(() => {});
      expect(hasFailed).toBe(true);
      expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: path === '/v1/session' });
      await signIn(suite, wallet, email);
      const accounts = await accountsOf(wallet);
      // The one wallet of the user, wherever it is opened.
      const other = await openWallet(suite, await createBrowser());
      await signIn(suite, other, email);
      expect(await accountsOf(other)).toEqual(accounts);
    },
  );

  it('signs nobody in whom the host signed out meanwhile [SEC-44]', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    let arrive = () => {};
    let goOn = () => {};
    const arrived = new Promise<void>(resolve => {
      arrive = resolve;
    });
    const held = new Promise<void>(resolve => {
      goOn = resolve;
    });
    const wallet = await openWallet(suite, browser, async request => {
      const response = await suite.servers.fetch(request);
      if (request.url.endsWith('/commit')) {
        arrive();
        await held;
      }
      return response;
    });
    const leaving = new AbortController();
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    await follow(suite, linkFor(suite, email));
    await wallet.call('CONNECT_DEVICE', {});
    const checking = wallet.call('CONNECT_OTP', { otp: codeFor(suite, email) }, leaving.signal);
    await arrived;
    leaving.abort();
    await wallet.call('SIGN_OUT', {});
    goOn();
    await expect(checking).rejects.toThrow();
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    expect([await browser.store.read(), wallet.told, wallet.running()]).toEqual([undefined, [], 0]);
  });

  it('asks for the link where this installation has lost its half, known or not', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    const wallet = await openWallet(suite, browser);
    await signIn(suite, wallet, email);
    const accounts = await accountsOf(wallet);
    await wallet.call('SIGN_OUT', {});
    browser.installation.doors = [];
    expect(await signIn(suite, wallet, email)).toBe('VERIFY_DEVICE');
    expect(await accountsOf(wallet)).toEqual(accounts);
    await wallet.call('SIGN_OUT', {});
    // Another wallet's door is there, which says nothing about this one.
    browser.installation.doors = browser.installation.doors.map(door => ({
      ...door,
      walletId: crypto.randomUUID(),
    }));
    await expect(signIn(suite, wallet, email)).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    expect(await signIn(suite, wallet, email)).toBe('VERIFY_DEVICE');
    expect(await accountsOf(wallet)).toEqual(accounts);
  });
});

describe('UPDATE_EMAIL', () => {
  it('changes the address once both are proved, and the new one signs in to the same wallet [SEC-75]', async () => {
    const [email, next] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    await expect(wallet.call('UPDATE_EMAIL', { email: next })).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    });
    await signIn(suite, wallet, email);
    const accounts = await accountsOf(wallet);
    const update = () => wallet.call('UPDATE_EMAIL', { email: next });
    await expect(wallet.call('UPDATE_EMAIL', { email })).rejects.toMatchObject({ code: 'REJECTED' });
    rest();
    expect(await update()).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
    await expect(wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '000000' })).rejects.toThrow();
    const first = codeFor(suite, email);
    await expect(update()).rejects.toMatchObject({ code: 'COOLDOWN' });
    rest();
    // Asked again: another code, and the one before is void.
    expect(await update()).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
    const primary = (otp: string) => wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp });
    await expect(primary(first)).rejects.toMatchObject({ code: 'OTP_INVALID' });
    await expect(primary('12')).rejects.toMatchObject({ code: 'OTP_INVALID' });
    expect(await primary(codeFor(suite, email))).toEqual({});
    rest();
    expect(await update()).toEqual({ action: 'VERIFY_SECONDARY_OTP' });
    expect((await wallet.call('GET_USER', {})).email).toBe(email);
    const otp = codeFor(suite, next);
    expect(await wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp })).toEqual({ newEmail: next });
    expect(await wallet.call('GET_USER', {})).toMatchObject({ email: next, accounts });
    await expect(wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
    const other = await openWallet(suite, await createBrowser());
    await signIn(suite, other, next);
    expect(await accountsOf(other)).toEqual(accounts);
  });

  it.for([
    ['vault', '/v1/email/verify'],
    ['frame', '/v1/email/send'],
    ['frame', '/v1/email/verify'],
    ['vault', '/v1/email/prepare'],
    ['frame', '/v1/email/commit'],
    ['vault', '/v1/email/commit'],
  ] as const)(
    'goes on with the same code where the network left at %s %s [SEC-54]',
    async ([service, path]) => {
      const [email, next] = [suite.address(), suite.address()];
      let hasFailed = false;
      const base = service === 'frame' ? suite.servers.frameUrl : suite.servers.vaultUrl;
      const wallet = await openWallet(suite, await createBrowser(), async request => {
        if (hasFailed || request.url !== base + path) return suite.servers.fetch(request);
        hasFailed = true;
        throw new TypeError('away');
      });
      await signIn(suite, wallet, email);
      const accounts = await accountsOf(wallet);
      rest();
      await wallet.call('UPDATE_EMAIL', { email: next });
      const twice = async <Result>(work: () => Promise<Result>) => work().catch(work);
      await twice(() => wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: codeFor(suite, email) }));
      const otp = codeFor(suite, next);
      expect(await twice(() => wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp }))).toEqual({
        newEmail: next,
      });
      expect(hasFailed).toBe(true);
      const other = await openWallet(suite, await createBrowser());
      await signIn(suite, other, next);
      expect(await accountsOf(other)).toEqual(accounts);
    },
  );

  it('takes a session of ten minutes at most, says what to do with an older one, and is over with it', async () => {
    const [email, next] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, email);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await expect(wallet.call('UPDATE_EMAIL', { email: next })).rejects.toMatchObject({
      code: 'REAUTH_REQUIRED',
      message: 'The login is too old for this: log out and log in again',
    });
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
    await wallet.call('SIGN_OUT', {});
    await signIn(suite, wallet, email);
    rest();
    await wallet.call('UPDATE_EMAIL', { email: next });
    await wallet.call('SIGN_OUT', {});
    await expect(wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
  });
});

/** Whether a session is over at the gateway. */
async function isOver(sid: string): Promise<unknown> {
  const [row] = await suite.database.query(
    `select revoked_at is not null as "isOver" from ${WALLET_SCHEMA}.sessions where id = $1`,
    [sid],
  );
  return row?.isOver;
}

describe('the session', () => {
  it('is over for the host when it is over at the gateway', async () => {
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

  it('is one for all pages of a browser, which renew it one at a time', async () => {
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
    ['before the gateway had it', false],
    ['after the gateway had it', true],
  ])('outlives a page that ended while it was renewed, %s [SEC-41]', async (_, arrives) => {
    const email = suite.address();
    const browser = await createBrowser();
    await signIn(suite, await openWallet(suite, browser), email);
    const mails = suite.inbox.mails(email).length;
    vi.setSystemTime(Date.now() + 10 * 60_000);
    const ended = await openWallet(suite, browser, async request => {
      if (!request.url.endsWith('/v1/token/refresh')) return suite.servers.fetch(request);
      // The nonce's round is a call of its own: only an exchange that was made gets lost.
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

  it('ends at the gateway without an alarm where it ends after an answer that got lost [SEC-41]', async () => {
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

  it('is not forgotten because the gateway is away', async () => {
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

  it('ends at the gateway too when it ends here, even with a token that has run out', async () => {
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
  it('is answered by the wallet where it knows, and by the chain where it does not', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    expect(await read(wallet, 'eth_accounts')).toEqual([]);
    expect(await read(wallet, 'eth_chainId')).toBe('0x7a69');
    await expect(read(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    await signIn(suite, wallet, suite.address());
    const { address } = await wallet.call('GET_USER', {});
    expect(await read(wallet, 'eth_accounts')).toEqual([address]);
    expect(await read(wallet, 'eth_blockNumber')).toBe('0x0');
    expect(await read(wallet, 'eth_getBalance', [address, 'latest'])).toBe('0x0');
    // The chain's own refusal stays its own.
    await expect(read(wallet, 'eth_getBalance', ['0x'])).rejects.toMatchObject({
      code: 'INTERNAL',
      cause: { code: 'CALL_FAILED' },
    });
    await expect(read(wallet, 'eth_blockNumber', [], 'eip155:4242')).rejects.toMatchObject({
      code: 'INTERNAL',
    });
  });

  it('says what a plain key can do', async () => {
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
      code: 'UNSUPPORTED_METHOD',
    });
  });

  it('says what the account holds, as far as a node knows', async () => {
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

describe('the account of the active network', () => {
  it('follows the network, of plain keys only', async () => {
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
      code: 'UNSUPPORTED_METHOD',
    });
  });
});
