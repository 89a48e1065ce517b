import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oauthClient } from '../../../../packages/gateway/src/wallet/service/social/oauthClient.js';
import {
  startFarcaster,
  type TestFarcaster,
} from '../../../../packages/gateway/test/wallet/startFarcaster.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import {
  accountsOf,
  codeFor,
  createBrowser,
  openWallet,
  rest,
  signIn,
  type Wallet,
} from './walletPart.test-support.js';

let farcaster: TestFarcaster;
let suite: WalletSuite;
beforeAll(async () => {
  farcaster = await startFarcaster();
  suite = await walletSuite({
    social: {
      findProvider: async () => undefined,
      client: oauthClient({ allowsHttp: true }),
      farcaster: farcaster.setup,
    },
    idRegistry: farcaster.setup.registry,
  });
});
afterAll(async () => {
  await suite.close();
  await farcaster.close();
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const code = (expected: string) => expect.objectContaining({ code: expected });

const context = () => ({ id: randomUUID(), signal: new AbortController().signal });

async function logIn(wallet: Wallet, person = 'ada') {
  const { url } = await wallet.call('GET_FARCASTER_URI', {});
  const connected = wallet.call('CONNECT_FARCASTER', {});
  expect(await farcaster.approve(url, { person })).toBe(200);
  return connected;
}

describe('Farcaster login in the wallet page', () => {
  it('opens the same wallet on each installation, and again', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    expect(await logIn(wallet)).toEqual({ userName: 'ada' });
    const user = await wallet.call('GET_USER', {});
    expect(user).toMatchObject({ authProvider: 'farcaster', userName: 'ada', email: undefined });
    await wallet.call('SIGN_OUT', {});
    await logIn(wallet);
    expect((await wallet.call('GET_USER', {})).accounts).toEqual(user.accounts);
    const other = await openWallet(suite, await createBrowser());
    await logIn(other);
    expect((await other.call('GET_USER', {})).accounts).toEqual(user.accounts);
  });

  it('can be waited for again after the wait was aborted', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { url } = await wallet.call('GET_FARCASTER_URI', {});
    const end = new AbortController();
    const aborted = expect(wallet.call('CONNECT_FARCASTER', {}, end.signal)).rejects.toEqual(code('ABORTED'));
    end.abort();
    await aborted;
    await farcaster.approve(url, { person: 'noor' });
    expect(await wallet.call('CONNECT_FARCASTER', {})).toEqual({ userName: 'noor' });
  });

  it('is added to the wallet of an email login, which it opens on a new installation a day later', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const email = suite.address();
    await signIn(suite, wallet, email);
    const accounts = await accountsOf(wallet);
    const add = async (name: string) => {
      rest();
      const { url } = await wallet.part.loginAdder.startFarcaster('en');
      await farcaster.approve(url, { person: name });
      return wallet.part.loginAdder.finish(undefined, context());
    };
    await logIn(await openWallet(suite, await createBrowser()), 'ada');
    await expect(add('ada')).rejects.toMatchObject({
      code: 'LOGIN_TAKEN',
      message: 'This Farcaster account has a wallet of its own',
    });
    expect(await add('eve')).toBe('VERIFY_PRIMARY_OTP');
    expect(wallet.visitor.asked.at(-1)).toMatchObject({ added: { provider: 'farcaster', name: 'eve' } });
    await wallet.part.loginAdder.verify(codeFor(suite, email));
    vi.setSystemTime(Date.now() + 24 * 3_600_000);
    const other = await openWallet(suite, await createBrowser());
    await logIn(other, 'eve');
    expect(await accountsOf(other)).toEqual(accounts);
  });

  it('lets a user add an email address right after a login, on a new and on a known installation', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    for (const email of [suite.address(), suite.address()]) {
      await logIn(wallet, '71000001');
      rest();
      expect(await wallet.call('UPDATE_EMAIL', { email })).toEqual({ action: 'VERIFY_SECONDARY_OTP' });
      expect(suite.inbox.mails(email)).toHaveLength(1);
      await wallet.call('SIGN_OUT', {});
    }
  });

  it('ends with the reason, and needs a new link then', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await expect(wallet.call('CONNECT_FARCASTER', {})).rejects.toEqual(code('LOGIN_EXPIRED'));
    const { url } = await wallet.call('GET_FARCASTER_URI', {});
    await farcaster.approve(url, { person: 'ada', fault: 'wrongSigner' });
    await expect(wallet.call('CONNECT_FARCASTER', {})).rejects.toEqual(code('PROVIDER_RESPONSE_INVALID'));
    await expect(wallet.call('CONNECT_FARCASTER', {})).rejects.toEqual(code('LOGIN_EXPIRED'));
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
  });
});
