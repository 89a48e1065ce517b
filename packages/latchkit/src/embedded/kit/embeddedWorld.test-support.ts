import { JSDOM } from 'jsdom';
import { onTestFinished, vi } from 'vitest';
import {
  createLatchkit,
  type Latchkit,
  type LatchkitOptions,
  memoryStorage,
  type Storage,
} from '../../core/index.js';
import { evm } from '../../evm/index.js';
import { mainnet, optimism } from '../../networks/index.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { writeFrameEvent } from '../../protocol/frame/frameEvents.js';
import type { FrameGreeting } from '../../protocol/frame/frameGreeting.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import type { FrameMessage } from '../../protocol/frame/frameMessages.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';
import { writeFrameSuccess } from '../../protocol/frame/readFrameAnswer.js';
import { CountingWindow } from '../../testing/CountingWindow.test-support.js';
import type { EmbeddedWalletOptions } from '../EmbeddedWalletOptions.js';
import { embeddedWallet } from '../embeddedWallet.js';

export const EMAIL = 'visitor@example.com';
export const EVM_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const SOLANA_ADDRESS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

/** A response that never arrives. */
export const SILENT = new Promise<never>(() => {});

/** Waits until a check holds: code that loads on intent takes a while on a busy machine. */
export function soon<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 10 });
}

type Answers = { [K in FrameMessage]?: (payload: Record<string, unknown>) => unknown };

/** The wallet page's end of the ports, controlled by the test. */
export interface ScriptedPage {
  /** Responses by message; what is thrown is sent as an error. */
  readonly answers: Answers;
  /** Messages received: `TYPE` and payload, oldest first. */
  readonly sent: { readonly type: string; readonly payload: Record<string, unknown> }[];
  /** The id of the newest message of a type. */
  readonly ids: Map<string, string>;
  /** Number of times a message was received. */
  count(type: FrameMessage): number;
  last(type: FrameMessage): Record<string, unknown> | undefined;
  tell(event: FrameEvent): void;
  /** If false, no page responds to greetings. */
  isThere: boolean;
  /** The signed-in user. */
  user: FrameUser | undefined;
  iframes(): readonly HTMLIFrameElement[];
}

export interface EmbeddedWorld {
  readonly page: ScriptedPage;
  readonly storage: Storage;
  readonly document: Document;
  kit(options?: Partial<LatchkitOptions>, embedded?: Partial<EmbeddedWalletOptions>): Latchkit;
}

export function userOf(change: Partial<FrameUser> = {}): FrameUser {
  return {
    email: EMAIL,
    address: EVM_ADDRESS,
    chainId: 'eip155:1',
    accounts: [
      { namespace: 'eip155', address: EVM_ADDRESS, type: 'eoa' },
      { namespace: 'solana', address: SOLANA_ADDRESS, type: 'eoa' },
    ],
    authProvider: 'email',
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
    ...change,
  };
}

/**
 * Skips the pause after the wallet page reports ready, which would add half a second to every login. Other timers are
 * real.
 */
function skipReadyDelay(): void {
  const { setTimeout: start } = globalThis;
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) =>
    start(run, delay === FRAME_TIMES.readyDelay ? 0 : delay, ...args),
  );
}

/**
 * A page with real adapters and a scripted wallet page behind a real port. Storage outlives an instance, as over a
 * reload.
 *
 * @stub the wallet: the test gives its answers
 */
export function createEmbeddedWorld(): EmbeddedWorld {
  const dom = new JSDOM('<title>Page</title>', { url: 'https://app.example' });
  const { document } = dom.window;
  vi.stubGlobal('window', new CountingWindow());
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', dom.window.location);
  vi.stubGlobal('MutationObserver', dom.window.MutationObserver);
  skipReadyDelay();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const storage = memoryStorage();
  const page = createPage(dom);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    dom.window.close();
  });
  return {
    page,
    storage,
    document,
    kit(options = {}, embedded = {}) {
      const kit = createLatchkit({
        projectId: '0'.repeat(32),
        networks: [mainnet, optimism],
        adapters: [evm()],
        metadata: { name: 'Page' },
        storage,
        embeddedWallet: embeddedWallet({ wallet: 'https://wallet.example', ...embedded }),
        ...options,
      });
      onTestFinished(kit.destroy);
      return kit;
    },
  };
}

function createPage(dom: JSDOM): ScriptedPage {
  const ports = new Set<MessagePort>();
  const sent: ScriptedPage['sent'] = [];
  const page: ScriptedPage = {
    answers: {},
    sent,
    ids: new Map(),
    count: type => sent.filter(one => one.type === type).length,
    last: type => sent.findLast(one => one.type === type)?.payload,
    tell(event) {
      for (const port of ports) port.postMessage(writeFrameEvent(event));
    },
    isThere: true,
    user: undefined,
    iframes: () => [...dom.window.document.querySelectorAll('iframe')],
  };
  const greet = (greeting: FrameGreeting, port: MessagePort | undefined) => {
    if (!page.isThere || !port) return;
    ports.add(port);
    port.addEventListener('message', event => void answer(page, port, (event as MessageEvent).data as Sent));
    port.start();
    port.postMessage({
      ...{ lk: 1, type: 'READY', nonce: greeting.nonce, protocol: 1, frameVersion: '1', surfaces: ['frame'] },
    });
  };
  Object.defineProperty(dom.window.HTMLIFrameElement.prototype, 'contentWindow', {
    get: () => ({
      postMessage: (greeting: FrameGreeting, _: string, [port]: readonly MessagePort[]) =>
        greet(greeting, port),
    }),
  });
  onTestFinished(() => {
    for (const port of ports) port.close();
  });
  followIframes(dom);
  return page;
}

/** Simulates that a browser loads inserted iframes. */
function followIframes(dom: JSDOM): void {
  const { document, Event } = dom.window;
  const loaded = new WeakSet<Element>();
  const observer = new dom.window.MutationObserver(() => {
    for (const iframe of document.querySelectorAll('iframe')) {
      if (loaded.has(iframe)) continue;
      loaded.add(iframe);
      iframe.dispatchEvent(new Event('load'));
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
}

interface Sent {
  readonly id: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

async function answer(page: ScriptedPage, port: MessagePort, message: Sent): Promise<void> {
  const type = message.type.replace('APP/', '') as FrameMessage;
  page.sent.push({ type, payload: message.payload });
  page.ids.set(type, message.id);
  try {
    const given = page.answers[type] ?? defaults[type] ?? (() => ({}));
    port.postMessage(writeFrameSuccess(message.id, type, await given.call(page, message.payload)));
  } catch (error) {
    const { code = 'INTERNAL', message: text, context } = error as ReturnType<typeof frameError>;
    const payload = { message: text, code, retryAfter: context?.retryAfter };
    port.postMessage({ v: 1, id: message.id, type: `FRAME/${type}_ERROR`, payload });
  }
}

/** Default responses: the wallet page knows this browser, sends a code by email, and signs the user in. */
const defaults: { [K in FrameMessage]?: (this: ScriptedPage, payload: Record<string, unknown>) => unknown } =
  {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
    CONNECT_DEVICE: () => ({ action: 'VERIFY_OTP' }),
    CONNECT_OTP() {
      this.user = userOf();
      return {};
    },
    IS_CONNECTED() {
      return { isConnected: this.user !== undefined };
    },
    GET_SOCIAL_REDIRECT_URI: () => ({
      uri: 'https://wallet.example/window/oauth#1',
      cutsOpener: false,
      endsHere: true,
    }),
    CONNECT_SOCIAL() {
      this.user = userOf({ email: undefined, authProvider: 'google', userName: 'Ada' });
      return this.user;
    },
    GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }),
    async GET_USER({ socialUri }) {
      // It completes a login like the wallet page, which sends no link for it.
      const { CONNECT_SOCIAL = defaults.CONNECT_SOCIAL } = this.answers;
      const login = socialUri === undefined ? {} : await CONNECT_SOCIAL?.call(this, { uri: socialUri });
      if (Object.hasOwn(login ?? {}, 'action')) throw frameError('LINK_REQUIRED');
      if (!this.user) throw frameError('NOT_CONNECTED');
      return this.user;
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [1, 10] }),
    SWITCH_NETWORK({ chainId }) {
      this.tell({ type: 'CHAIN_CHANGED', payload: { chainId: String(chainId) } });
      return { chainId };
    },
    SIGN_OUT() {
      this.user = undefined;
      return {};
    },
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail: 'new@example.com' }),
    RPC_REQUEST: () => '0xsigned',
  };
