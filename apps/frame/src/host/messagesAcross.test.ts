import { type FrameMessage, type FrameUser, frameError } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, createHostPage, HOST } from './hostPage.test-support.js';
import { stopTime } from './stoppedTime.test-support.js';

const user: FrameUser = {
  email: 'ada@example.com',
  address: ACCOUNT,
  chainId: 'eip155:1',
  accounts: [{ namespace: 'eip155', address: ACCOUNT, type: 'eoa' }],
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
};

/** Sends one message and checks what crossed the port and what was returned. */
async function exchange(type: FrameMessage, payload: object, success: unknown): Promise<void> {
  stopTime();
  let answer: () => unknown = () => success;
  const page = createHostPage({ [type]: () => answer() });
  await page.ready();
  await expect(page.frame.call(type, payload as never)).resolves.toEqual(success);
  expect(page.crossed.at(-1)).toEqual({ type, payload });
  answer = () => {
    throw frameError('LOCKED');
  };
  const refused = { code: 'LOCKED', message: 'Too many wrong codes' };
  await expect(page.frame.call(type, payload as never)).rejects.toMatchObject(refused);
}

describe('messages', () => {
  it('switch network carries chainId', () =>
    exchange('SWITCH_NETWORK', { chainId: 'eip155:10' }, { chainId: 'eip155:10' }));

  it('connect email carries email', () =>
    exchange('CONNECT_EMAIL', { email: 'ada@example.com' }, { action: 'VERIFY_DEVICE' }));

  it('connect device crosses and waits', () => exchange('CONNECT_DEVICE', {}, { action: 'VERIFY_OTP' }));

  it('connect OTP carries otp as a text [VAL-02]', () => exchange('CONNECT_OTP', { otp: '001234' }, {}));

  it('connect social carries uri, preferredAccountType and chainId', () =>
    exchange(
      'CONNECT_SOCIAL',
      { uri: 'https://wallet.example/window/done?rc=1', preferredAccountType: 'eoa', chainId: 'eip155:1' },
      user,
    ));

  it('get farcaster uri', () => exchange('GET_FARCASTER_URI', {}, { url: 'https://farcaster.example/1' }));

  it('connect farcaster', () => exchange('CONNECT_FARCASTER', {}, { userName: 'ada' }));

  it('get user carries chainId, preferredAccountType and socialUri [ENT-01]', () =>
    exchange(
      'GET_USER',
      {
        preferredAccountType: 'eoa',
        chainId: 'eip155:1',
        socialUri: 'https://wallet.example/window/done?rc=1',
      },
      user,
    ));

  it('get social redirect uri carries provider', () =>
    exchange(
      'GET_SOCIAL_REDIRECT_URI',
      { provider: 'google' },
      { uri: 'https://wallet.example/window/oauth#1' },
    ));

  it('sign out', () => exchange('SIGN_OUT', {}, {}));

  it('is connected, with a token', () => exchange('IS_CONNECTED', { token: 'hint' }, { isConnected: true }));

  it('is connected, without a token', () => exchange('IS_CONNECTED', {}, { isConnected: false }));

  it('get chain id', () => exchange('GET_CHAIN_ID', {}, { chainId: 'eip155:1' }));

  it('get smart-account-enabled networks', () =>
    exchange('GET_SMART_ACCOUNT_ENABLED_NETWORKS', {}, { smartAccountEnabledNetworks: [1, 8453] }));

  it('init smart account', () => exchange('INIT_SMART_ACCOUNT', {}, { address: ACCOUNT, isDeployed: false }));

  it('set preferred account carries type', () =>
    exchange('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }, { type: 'smartAccount', address: ACCOUNT }));

  it('RPC request carries method, params, chainId and chainNamespace', () =>
    exchange(
      'RPC_REQUEST',
      {
        method: 'eth_getBalance',
        params: [ACCOUNT, 'latest'],
        chainId: 'eip155:1',
        chainNamespace: 'eip155',
      },
      '0x1',
    ));

  it('update email carries email', () =>
    exchange('UPDATE_EMAIL', { email: 'ada@example.org' }, { action: 'VERIFY_PRIMARY_OTP' }));

  it('update email primary OTP carries otp', () =>
    exchange('UPDATE_EMAIL_PRIMARY_OTP', { otp: '001234' }, {}));

  it('update email secondary OTP carries otp', () =>
    exchange('UPDATE_EMAIL_SECONDARY_OTP', { otp: '001234' }, { newEmail: 'ada@example.org' }));

  it('sync theme carries themeMode, themeVariables and w3mThemeVariables [ENT-03]', () =>
    exchange(
      'SYNC_THEME',
      {
        themeMode: 'dark',
        themeVariables: { '--lk-accent': '#11654a' },
        w3mThemeVariables: { '--w3m-accent': '#11654a' },
      },
      {},
    ));

  it('sync dapp data carries its seven fields [ENT-02]', () =>
    exchange(
      'SYNC_DAPP_DATA',
      {
        metadata: { name: 'Demo', description: 'A page', url: HOST, icons: [`${HOST}/icon.png`] },
        projectId: '0'.repeat(32),
        sdkVersion: '0.1.0',
        sdkType: 'latchkit',
      },
      {},
    ));
});
