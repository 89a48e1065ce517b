import { signOutOfFrame } from 'latchkit/embedded';
import { type FrameMessage, type FrameUser, frameError } from 'latchkit/protocol';
import { describe, expect, it, vi } from 'vitest';
import { ACCOUNT, createHostPage, HOST, WALLET } from './hostPage.test-support.js';
import { delivered, stopTime } from './stoppedTime.test-support.js';

const user: FrameUser = {
  email: 'ada@example.com',
  address: ACCOUNT,
  chainId: 'eip155:1',
  accounts: [{ namespace: 'eip155', address: ACCOUNT, type: 'eoa' }],
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
};

describe('createEmbeddedFrame', () => {
  it('holds one hidden frame in its container once it is asked for, and none before [FRAME-01]', async () => {
    stopTime();
    const page = createHostPage();
    expect(page.container.querySelectorAll('iframe')).toHaveLength(0);
    void page.frame.load().catch(() => {});
    void page.frame.load().catch(() => {});
    await delivered();
    const [iframe, ...more] = page.container.querySelectorAll('iframe');
    expect(more).toEqual([]);
    expect(iframe?.hidden).toBe(true);
    expect(iframe?.parentElement).toBe(page.container);
    expect(iframe?.getAttribute('sandbox')?.split(' ').sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(iframe?.hasAttribute('allow')).toBe(false);
    expect(iframe?.title).toBe('Wallet');
  });

  it('carries projectId, chainId, version and enableLogger in its address [FRAME-02]', async () => {
    stopTime();
    const page = createHostPage();
    void page.frame.load().catch(() => {});
    await delivered();
    const url = new URL(page.frame.element()?.src ?? '');
    expect(url.origin + url.pathname).toBe(`${WALLET}/frame`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: '0'.repeat(32),
      chainId: 'eip155:1',
      version: '0.1.0',
      enableLogger: 'false',
    });
  });

  it('keeps requests until the ready event came [STATE-10]', async () => {
    stopTime();
    const page = createHostPage({ GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }) });
    void page.frame.load();
    const asked = page.frame.call('GET_CHAIN_ID', {});
    await delivered();
    expect(page.frame.status()).toBe('loading');
    expect(page.crossed).toEqual([]);
    page.loaded();
    await delivered();
    await vi.advanceTimersByTimeAsync(500);
    await expect(asked).resolves.toEqual({ chainId: 'eip155:1' });
    expect(page.frame.status()).toBe('ready');
  });

  it('ends initialisation 500 ms after the ready event, not before [STATE-11]', async () => {
    stopTime();
    const page = createHostPage();
    const done = vi.fn();
    void page.frame.load().then(done);
    await delivered();
    page.loaded();
    await delivered();
    await vi.advanceTimersByTimeAsync(499);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });

  it('fails after 20 s without a ready event, not before [TIME-01], as iframe_load_failed [ERR-32]', async () => {
    stopTime();
    const onFailure = vi.fn();
    const page = createHostPage({}, { onFailure });
    const failed = vi.fn();
    page.frame.load().catch(failed);
    page.frame.call('CONNECT_EMAIL', { email: 'ada@example.com' }).catch(failed);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const error = { code: 'FRAME_LOAD_FAILED', context: { kind: 'iframe_load_failed' } };
    expect(failed.mock.calls).toMatchObject([[error], [error]]);
    expect(onFailure.mock.calls).toMatchObject([[error]]);
    expect(page.container.querySelectorAll('iframe')).toHaveLength(0);
    // Trying again is a new load.
    await page.ready();
    expect(page.frame.status()).toBe('ready');
  });

  it('loads a page once more that loaded and stays silent', async () => {
    stopTime();
    const page = createHostPage();
    const loading = page.frame.load();
    await delivered();
    const iframe = page.frame.element() as HTMLIFrameElement;
    const asked = vi.spyOn(iframe, 'src', 'set');
    iframe.dispatchEvent(new (iframe.ownerDocument.defaultView as Window & typeof globalThis).Event('load'));
    await vi.advanceTimersByTimeAsync(7_999);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledOnce();
    page.loaded();
    await delivered();
    await vi.advanceTimersByTimeAsync(500);
    await loading;
    expect(page.frame.status()).toBe('ready');
  });

  it("says 'W3mFrame: iframe is not set' to a message before there is a frame [ERR-31]", async () => {
    const page = createHostPage();
    await expect(page.frame.call('GET_CHAIN_ID', {})).rejects.toMatchObject({
      code: 'FRAME_NOT_SET',
      message: 'W3mFrame: iframe is not set',
    });
  });

  it("makes no frame where the project does not know the page, and says 'unverified domain' [ERR-34]", async () => {
    stopTime();
    const onFailure = vi.fn();
    const page = createHostPage({}, { onFailure, isAllowed: async () => false });
    const error = { message: 'unverified domain', context: { kind: 'unverified domain' } };
    await expect(page.frame.load()).rejects.toMatchObject(error);
    expect(onFailure.mock.calls).toMatchObject([[error]]);
    expect(page.container.querySelectorAll('iframe')).toHaveLength(0);
  });

  it('greets with the exact origin of the wallet, each second, until it is answered', async () => {
    stopTime();
    const page = createHostPage({}, { rules: { allows: () => false } });
    void page.frame.load().catch(() => {});
    await delivered();
    page.loaded();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(page.posted).toHaveLength(4);
    for (const { targetOrigin, data } of page.posted) {
      expect(targetOrigin).toBe(WALLET);
      expect(data).toMatchObject({ lk: 1, type: 'INIT', protocols: [1], sdkVersion: '0.1.0' });
    }
    expect(new Set(page.posted.map(({ data }) => (data as { nonce: string }).nonce)).size).toBe(4);
  });

  it('shows the frame when the wallet page asks for it, and hides it again [FRAME-01]', async () => {
    stopTime();
    const page = createHostPage();
    await page.ready();
    page.server().tell({ type: 'SHOW', payload: { reason: 'approval', height: 480 } });
    await delivered();
    expect(page.frame.element()).toMatchObject({ hidden: false, height: '480' });
    page.server().tell({ type: 'HIDE', payload: {} });
    await delivered();
    expect(page.frame.element()?.hidden).toBe(true);
  });

  it('takes a reloaded wallet page for a new one, and lets go of what the old one was asked [FRAME-27]', async () => {
    stopTime();
    const page = createHostPage({
      RELOAD: () => ({}),
      CONNECT_DEVICE: () => new Promise(() => {}),
      GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }),
    });
    await page.ready();
    const device = page.frame.call('CONNECT_DEVICE', {});
    const left = expect(device).rejects.toMatchObject({ code: 'ABORTED' });
    const reloaded = page.frame.reload();
    await delivered();
    await left;
    expect(page.frame.status()).toBe('loading');
    await vi.advanceTimersByTimeAsync(500);
    await reloaded;
    expect(page.crossed.filter(({ type }) => type === 'RELOAD')).toHaveLength(1);
    await expect(page.frame.call('GET_CHAIN_ID', {})).resolves.toEqual({ chainId: 'eip155:1' });
  });

  it('leaves nothing in the page when the instance ends', async () => {
    stopTime();
    const page = createHostPage({ CONNECT_DEVICE: () => new Promise(() => {}) });
    await page.ready();
    const device = page.frame.call('CONNECT_DEVICE', {});
    const left = expect(device).rejects.toMatchObject({ code: 'ABORTED' });
    await delivered();
    page.controller.abort();
    await left;
    expect(page.container.querySelectorAll('iframe')).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    await expect(page.frame.load()).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

/** Sends one message and looks at what crossed and what came back. */
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
  it('switch network carries chainId [FRAME-06]', () =>
    exchange('SWITCH_NETWORK', { chainId: 'eip155:10' }, { chainId: 'eip155:10' }));

  it('connect email carries email [FRAME-07]', () =>
    exchange('CONNECT_EMAIL', { email: 'ada@example.com' }, { action: 'VERIFY_DEVICE' }));

  it('connect device crosses and waits [FRAME-08]', () =>
    exchange('CONNECT_DEVICE', {}, { action: 'VERIFY_OTP' }));

  it('connect OTP carries otp as a text [FRAME-09] [VAL-02]', () =>
    exchange('CONNECT_OTP', { otp: '001234' }, {}));

  it('connect social carries uri, preferredAccountType and chainId [FRAME-10]', () =>
    exchange(
      'CONNECT_SOCIAL',
      { uri: 'https://wallet.example/window/done?rc=1', preferredAccountType: 'eoa', chainId: 'eip155:1' },
      user,
    ));

  it('get farcaster uri [FRAME-11]', () =>
    exchange('GET_FARCASTER_URI', {}, { url: 'https://farcaster.example/1' }));

  it('connect farcaster [FRAME-12]', () => exchange('CONNECT_FARCASTER', {}, { userName: 'ada' }));

  it('get user carries chainId, preferredAccountType and socialUri [FRAME-13] [ENT-01]', () =>
    exchange(
      'GET_USER',
      {
        preferredAccountType: 'eoa',
        chainId: 'eip155:1',
        socialUri: 'https://wallet.example/window/done?rc=1',
      },
      user,
    ));

  it('get social redirect uri carries provider [FRAME-14]', () =>
    exchange(
      'GET_SOCIAL_REDIRECT_URI',
      { provider: 'google' },
      { uri: 'https://wallet.example/window/oauth#1' },
    ));

  it('sign out [FRAME-15]', () => exchange('SIGN_OUT', {}, {}));

  it('is connected, with a token [FRAME-16]', () =>
    exchange('IS_CONNECTED', { token: 'hint' }, { isConnected: true }));

  it('is connected, without a token [FRAME-16]', () => exchange('IS_CONNECTED', {}, { isConnected: false }));

  it('get chain id [FRAME-17]', () => exchange('GET_CHAIN_ID', {}, { chainId: 'eip155:1' }));

  it('get smart-account-enabled networks [FRAME-18]', () =>
    exchange('GET_SMART_ACCOUNT_ENABLED_NETWORKS', {}, { smartAccountEnabledNetworks: [1, 8453] }));

  it('init smart account [FRAME-19]', () =>
    exchange('INIT_SMART_ACCOUNT', {}, { address: ACCOUNT, isDeployed: false }));

  it('set preferred account carries type [FRAME-20]', () =>
    exchange('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }, { type: 'smartAccount', address: ACCOUNT }));

  it('RPC request carries method, params, chainId and chainNamespace [FRAME-21]', () =>
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

  it('update email carries email [FRAME-22]', () =>
    exchange('UPDATE_EMAIL', { email: 'ada@example.org' }, { action: 'VERIFY_PRIMARY_OTP' }));

  it('update email primary OTP carries otp [FRAME-23]', () =>
    exchange('UPDATE_EMAIL_PRIMARY_OTP', { otp: '001234' }, {}));

  it('update email secondary OTP carries otp [FRAME-24]', () =>
    exchange('UPDATE_EMAIL_SECONDARY_OTP', { otp: '001234' }, { newEmail: 'ada@example.org' }));

  it('sync theme carries themeMode, themeVariables and w3mThemeVariables [FRAME-25] [ENT-03]', () =>
    exchange(
      'SYNC_THEME',
      { themeMode: 'dark', themeVariables: { '--lk-accent': '#11654a' }, w3mThemeVariables: {} },
      {},
    ));

  it('sync dapp data carries its seven fields [FRAME-26] [ENT-02]', () =>
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

describe('signOutOfFrame', () => {
  it('ends after 3 s, whatever the wallet page says or does not say [TIME-03]', async () => {
    stopTime();
    const page = createHostPage({ SIGN_OUT: () => new Promise(() => {}) });
    await page.ready();
    const done = vi.fn();
    void signOutOfFrame(page.frame).then(done);
    await delivered();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('waits no longer for a wallet page that is still loading, and not at all for none', async () => {
    stopTime();
    const page = createHostPage();
    await expect(signOutOfFrame(page.frame)).resolves.toBe(false);
    void page.frame.load().catch(() => {});
    const done = vi.fn();
    void signOutOfFrame(page.frame).then(done);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(done).toHaveBeenCalledExactlyOnceWith(false);
  });
});
