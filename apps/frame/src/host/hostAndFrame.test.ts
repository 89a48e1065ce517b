import { describe, expect, it, vi } from 'vitest';
import { signOutOfFrame } from '../../../../packages/latchkit/src/embedded/signOutOfFrame.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { createHostPage, type HostPage, WALLET } from './hostPage.test-support.js';
import { delivered, stopTime } from './stoppedTime.test-support.js';

describe('createEmbeddedFrame', () => {
  it('holds one hidden frame in its container once it is asked for, and none before', async () => {
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
      'allow-storage-access-by-user-activation',
    ]);
    expect(iframe?.hasAttribute('allow')).toBe(false);
    expect(iframe?.title).toBe('Wallet');
  });

  it('carries projectId, chainId, version and enableLogger in its address', async () => {
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
    const asked = awaitedLater(page.frame.call('GET_CHAIN_ID', {}));
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
    // A retry is a new load.
    await page.ready();
    expect(page.frame.status()).toBe('ready');
  });

  it.each(['nothing', 'other'] as const)(
    'fails one second after a load without a response where no wallet service answers: %s (DX-04)',
    async reason => {
      stopTime();
      const onFailure = vi.fn();
      const page = createHostPage({}, { onFailure, probe: async () => reason });
      const failed = vi.fn();
      page.frame.load().catch(failed);
      await delivered();
      loadedWithoutPage(page);
      await vi.advanceTimersByTimeAsync(999);
      expect(failed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      const context = { kind: 'iframe_load_failed', address: 'https://wallet.example', reason };
      expect(failed.mock.calls).toMatchObject([[{ code: 'FRAME_LOAD_FAILED', context }]]);
      expect(onFailure).toHaveBeenCalledOnce();
      expect(page.container.querySelectorAll('iframe')).toHaveLength(0);
    },
  );

  it('looks after five seconds where the browser reports no load (DX-04)', async () => {
    stopTime();
    const page = createHostPage({}, { probe: async () => 'nothing' });
    const failed = vi.fn();
    page.frame.load().catch(failed);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledOnce();
  });

  it.each(['wallet', 'unknown'] as const)(
    'waits on for a page that may only be slow: %s (DX-04)',
    async found => {
      stopTime();
      const onSilent = vi.fn();
      const page = createHostPage({}, { probe: async () => found, onSilent });
      const failed = vi.fn();
      page.frame.load().catch(failed);
      await delivered();
      loadedWithoutPage(page);
      await vi.advanceTimersByTimeAsync(19_999);
      expect(failed).not.toHaveBeenCalled();
      expect(onSilent).toHaveBeenCalledTimes(found === 'unknown' ? 1 : 0);
      await vi.advanceTimersByTimeAsync(1);
      expect(failed).toHaveBeenCalledOnce();
    },
  );

  it('looks at nothing once the page has responded (DX-04)', async () => {
    stopTime();
    const probe = vi.fn(async () => 'nothing' as const);
    const page = createHostPage({}, { probe });
    await page.ready();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(probe).not.toHaveBeenCalled();
    expect(page.frame.status()).toBe('ready');
  });

  it.each([
    ['frame-src', 'enforce', 'https://wallet.example/frame', true],
    ['frame-src', 'report', 'https://wallet.example/frame', false],
    ['img-src', 'enforce', 'https://wallet.example/frame', false],
    ['frame-src', 'enforce', 'https://elsewhere.example/frame', false],
  ])('fails at once where the policy of the page blocks the frame: %s, %s, %s (DX-04)', async (...row) => {
    const [effectiveDirective, disposition, blockedURI, fails] = row;
    stopTime();
    const page = createHostPage();
    const failed = vi.fn();
    page.frame.load().catch(failed);
    await delivered();
    const { Event: PageEvent } = document.defaultView as Window & typeof globalThis;
    const blocked = new PageEvent('securitypolicyviolation');
    document.dispatchEvent(Object.assign(blocked, { effectiveDirective, disposition, blockedURI }));
    await delivered();
    expect(failed.mock.calls).toMatchObject(
      fails ? [[{ code: 'FRAME_LOAD_FAILED', context: { reason: 'policy' } }]] : [],
    );
  });

  it('reloads once a page that loaded but stays silent', async () => {
    stopTime();
    const page = createHostPage();
    const loading = awaitedLater(page.frame.load());
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

  it('sends the greeting to the exact wallet origin every second until it is answered', async () => {
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

  it('shows the frame when the wallet page requests it and hides it again', async () => {
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

  it('treats a reloaded wallet page as new and drops the requests to the old one', async () => {
    stopTime();
    const page = createHostPage({
      RELOAD: () => ({}),
      CONNECT_DEVICE: () => new Promise(() => {}),
      GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }),
    });
    await page.ready();
    const device = page.frame.call('CONNECT_DEVICE', {});
    const left = awaitedLater(expect(device).rejects.toMatchObject({ code: 'ABORTED' }));
    const reloaded = awaitedLater(page.frame.reload());
    await delivered();
    await left;
    expect(page.frame.status()).toBe('loading');
    await vi.advanceTimersByTimeAsync(500);
    await reloaded;
    expect(page.crossed.filter(({ type }) => type === 'RELOAD')).toHaveLength(1);
    await expect(page.frame.call('GET_CHAIN_ID', {})).resolves.toEqual({ chainId: 'eip155:1' });
  });

  it('leaves nothing in the page when the instance is destroyed', async () => {
    stopTime();
    const page = createHostPage({ CONNECT_DEVICE: () => new Promise(() => {}) });
    await page.ready();
    const device = page.frame.call('CONNECT_DEVICE', {});
    const left = awaitedLater(expect(device).rejects.toMatchObject({ code: 'ABORTED' }));
    await delivered();
    page.controller.abort();
    await left;
    // The browser ends the wallet page together with its iframe.
    page.server().close();
    expect(page.container.querySelectorAll('iframe')).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    await expect(page.frame.load()).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe('signOutOfFrame', () => {
  it('ends after 3 s, whatever the wallet page responds [TIME-03]', async () => {
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

  it('waits no longer for a wallet page that is still loading, and not at all without one', async () => {
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

/** The browser reports a load, such as that of its own page about a refused connection. */
function loadedWithoutPage({ frame }: HostPage): void {
  const iframe = frame.element() as HTMLIFrameElement;
  iframe.dispatchEvent(new (iframe.ownerDocument.defaultView as Window & typeof globalThis).Event('load'));
}
