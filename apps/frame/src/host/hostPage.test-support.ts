import { JSDOM } from 'jsdom';
import { onTestFinished, vi } from 'vitest';
import {
  createEmbeddedFrame,
  type EmbeddedFrame,
  type EmbeddedFrameOptions,
} from '../../../../packages/latchkit/src/embedded/frame/createEmbeddedFrame.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { createGateStore } from '../storage/createGateStore.js';
import { acceptGreeting, type GreetedWindow, type GreetingRules } from './acceptGreeting.js';
import { createHostSession, type HostSession } from './createHostSession.js';
import type { HostHandlers } from './HostHandlers.js';
import { delivered } from './stoppedTime.test-support.js';

export const WALLET = 'https://wallet.example';
export const HOST = 'https://app.example';
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A message that reached the wallet page's window. */
interface Posted {
  readonly data: unknown;
  readonly targetOrigin: string;
}

export interface HostPage {
  readonly frame: EmbeddedFrame;
  /** The container of the iframe. */
  readonly container: HTMLElement;
  readonly controller: AbortController;
  readonly posted: readonly Posted[];
  /** The messages that the host sent over the port, newest last: `TYPE payload`. */
  readonly crossed: readonly { readonly type: string; readonly payload: unknown }[];
  /** Simulates that the browser has loaded the wallet page, which then starts. */
  loaded(): void;
  /** Loads, greets and waits for the ready delay; requires a stopped clock. */
  ready(): Promise<void>;
  server(): HostSession;
}

/**
 * A host page with a frame, and the wallet page's real receiver on the other side of a real port.
 *
 * @stub the wallet: the test gives the handlers of its messages
 */
export function createHostPage(
  handlers: HostHandlers = {},
  options: Partial<EmbeddedFrameOptions> & { readonly rules?: Partial<GreetingRules> } = {},
): HostPage {
  const dom = new JSDOM('<main></main>', { url: HOST });
  vi.stubGlobal('document', dom.window.document);
  const controller = new AbortController();
  onTestFinished(() => {
    controller.abort();
    vi.unstubAllGlobals();
    dom.window.close();
  });
  const container = dom.window.document.querySelector('main') as HTMLElement;
  const posted: Posted[] = [];
  const crossed: { type: string; payload: unknown }[] = [];
  let listeners = new Set<(event: MessageEvent) => void>();
  let server: HostSession | undefined;

  const frame = createEmbeddedFrame({
    wallet: WALLET,
    projectId: '0'.repeat(32),
    chainId: () => 'eip155:1',
    container: () => container,
    title: 'Wallet',
    signal: controller.signal,
    ...options,
  });
  const top = {};
  Object.defineProperty(dom.window.HTMLIFrameElement.prototype, 'contentWindow', {
    get: () => ({
      postMessage(data: unknown, targetOrigin: string, ports: readonly MessagePort[]) {
        posted.push({ data, targetOrigin });
        const event = { data, ports, source: top, origin: HOST } as unknown as MessageEvent;
        for (const listener of [...listeners]) listener(event);
      },
    }),
  });

  const loaded = () => {
    listeners = new Set();
    const own = listeners;
    const self: GreetedWindow = {
      parent: top,
      top,
      origin: WALLET,
      location: { ancestorOrigins: [HOST] },
      addEventListener: (_, listener) => void own.add(listener),
      removeEventListener: (_, listener) => void own.delete(listener),
    };
    const rules = { allows: (origin: string) => origin === HOST, frameVersion: '1', surfaces: ['frame'] };
    void acceptGreeting(self, { ...rules, ...options.rules })?.then(({ port, welcome }) => {
      port.addEventListener('message', event => crossed.push(nameOf((event as MessageEvent).data)));
      const storage = () => dom.window.localStorage;
      const gate = createGateStore(storage, HOST);
      const ownGate = createGateStore(storage, HOST, 'visitor');
      server = createHostSession(port, handlers, {
        accounts: () => [ACCOUNT],
        onReload: loaded,
        gate,
        ownGate,
      });
      welcome();
    });
    frame.element()?.dispatchEvent(new dom.window.Event('load'));
  };

  return {
    frame,
    container,
    controller,
    posted,
    crossed,
    loaded,
    async ready() {
      const loading = awaitedLater(frame.load());
      await delivered();
      loaded();
      await delivered();
      await vi.advanceTimersByTimeAsync(500);
      await loading;
    },
    server() {
      if (server === undefined) throw new Error('No host was accepted.');
      return server;
    },
  };
}

function nameOf(data: unknown): { type: string; payload: unknown } {
  const { type, payload } = data as { type: string; payload: unknown };
  return { type: type.replace('APP/', ''), payload };
}
