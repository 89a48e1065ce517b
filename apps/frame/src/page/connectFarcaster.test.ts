import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oauthClient } from '../../../../packages/gateway/src/wallet/service/social/oauthClient.js';
import {
  startFarcaster,
  type TestFarcaster,
} from '../../../../packages/gateway/test/wallet/startFarcaster.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { createBrowser, openWallet, type Wallet } from './walletPart.test-support.js';

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

const code = (expected: string) => expect.objectContaining({ code: expected });

async function logIn(wallet: Wallet) {
  const { url } = await wallet.call('GET_FARCASTER_URI', {});
  const connected = wallet.call('CONNECT_FARCASTER', {});
  expect(await farcaster.approve(url, { person: 'ada' })).toBe(200);
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
