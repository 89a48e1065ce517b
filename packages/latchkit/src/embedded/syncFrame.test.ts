import { JSDOM } from 'jsdom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLatchkit, setThemeMode, setThemeVariables } from '../core/index.js';
import { mainnet } from '../networks/index.js';
import type { EmbeddedFrame, EmbeddedFrameEvent } from './frame/createEmbeddedFrame.js';
import { createMessenger } from './messenger/createMessenger.js';
import { createStubFrame, delivered } from './messenger/stubFrame.test-support.js';
import { syncFrame } from './syncFrame.js';

function setUp() {
  const dom = new JSDOM('<title>Page</title>', { url: 'https://app.example' });
  vi.stubGlobal('document', dom.window.document);
  vi.stubGlobal('location', dom.window.location);
  const system = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => system);
  const stub = createStubFrame();
  const listeners = new Set<(event: EmbeddedFrameEvent) => void>();
  const messenger = createMessenger(stub.port, () => {});
  const frame: Pick<EmbeddedFrame, 'call' | 'on' | 'status'> = {
    status: () => 'ready',
    call: messenger.call,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const kit = createLatchkit({
    networks: [mainnet],
    projectId: '0'.repeat(32),
    metadata: {
      name: 'Demo',
      description: 'A page',
      url: 'https://app.example',
      icons: ['https://app.example/i.png'],
    },
    themeVariables: { '--lk-accent': '#e4572e', '--lk-radius': '4px' },
  });
  const controller = new AbortController();
  onTestFinished(() => {
    controller.abort();
    messenger.close();
    kit.destroy();
    vi.unstubAllGlobals();
  });
  syncFrame(frame, kit, controller.signal);
  const ready = () => {
    for (const listener of listeners) listener({ type: 'READY' });
  };
  const darken = (matches: boolean) => {
    system.matches = matches;
    system.dispatchEvent(new Event('change'));
  };
  return { stub, kit, controller, ready, darken, listeners };
}

describe('syncFrame', () => {
  it('sends a ready frame the theme, its accent under both names, and metadata with all seven fields [ENT-02] [ENT-03] (rows-D10)', async () => {
    const { stub, ready } = setUp();
    await delivered();
    expect(stub.sent).toEqual([]);
    ready();
    expect(await stub.next()).toMatchObject({
      type: 'APP/SYNC_THEME',
      payload: {
        themeMode: 'dark',
        themeVariables: { '--lk-accent': '#e4572e' },
        w3mThemeVariables: { '--w3m-accent': '#e4572e' },
      },
    });
    const dapp = await stub.next();
    expect(dapp.type).toBe('APP/SYNC_DAPP_DATA');
    expect(dapp.payload).toEqual({
      metadata: {
        name: 'Demo',
        description: 'A page',
        url: 'https://app.example',
        icons: ['https://app.example/i.png'],
      },
      projectId: '0'.repeat(32),
      sdkVersion: '0.1.0',
      sdkType: 'latchkit',
    });
  });

  it('sends each theme change once, from the host or the system', async () => {
    const { stub, kit, ready, darken } = setUp();
    ready();
    await stub.next();
    await stub.next();
    setThemeMode(kit, 'light');
    expect(await stub.next()).toMatchObject({ type: 'APP/SYNC_THEME', payload: { themeMode: 'light' } });
    setThemeVariables(kit, { '--lk-radius': '8px' });
    darken(false);
    setThemeMode(kit, 'auto');
    await delivered();
    expect(stub.sent).toHaveLength(3);
    darken(true);
    expect(await stub.next()).toMatchObject({ payload: { themeMode: 'dark' } });
  });

  it('sends everything again when a frame becomes ready again, and nothing after its end', async () => {
    const { stub, kit, controller, ready, listeners } = setUp();
    ready();
    ready();
    for (let at = 0; at < 4; at++) await stub.next();
    controller.abort();
    expect(listeners.size).toBe(0);
    setThemeMode(kit, 'light');
    await delivered();
    expect(stub.sent).toHaveLength(4);
  });
});
