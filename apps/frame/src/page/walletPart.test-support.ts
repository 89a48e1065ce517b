import type { FrameEvent, FrameMessage, FramePayload, FrameSuccess } from 'latchkit/protocol';
import { vi } from 'vitest';
import { PAGE, type WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import {
  type MemoryInstallation,
  memoryInstallation,
} from '../../../../packages/keyring/test/memoryInstallation.js';
import type { HostState } from '../host/HostState.js';
import type { LoginStore, StoredLogin } from '../storage/createLoginStore.js';
import type { PageChannel, PageMessage } from '../storage/createPageChannel.js';
import type { Partition } from '../storage/openPartition.js';
import type { SessionStore, StoredSession } from '../storage/SessionStore.js';
import { channelWorker } from '../worker/channelWorker.test-support.js';
import type { KeyringWorker } from '../worker/createWorkerKeyring.js';
import { type AccountPart, createWalletPart } from './createWalletPart.js';
import { type ScriptedVisitor, scriptedVisitor } from './scriptedVisitor.test-support.js';

/** Responds to requests, or fails. */
export type Network = (request: Request) => Promise<Response>;

/** One browser: its storage outlives its pages. */
export interface Browser {
  readonly installation: MemoryInstallation;
  readonly store: SessionStore;
  readonly logins: LoginStore;
  /** Opens a page's end of the channel between the pages. */
  pageChannel(): PageChannel;
  /** What the pages' windows have besides events. */
  readonly window?: object | undefined;
}

/** A wallet page without its window, with real services. */
export interface Wallet {
  readonly part: AccountPart;
  readonly state: HostState;
  /** Number of running keyring Workers. */
  running(): number;
  /** The consents that the user is asked for, and the decisions. */
  readonly visitor: ScriptedVisitor;
  /** How often the requests that wait for the user were ended. */
  abandoned(): number;
  /** Receives a message of a window of this origin, or of another one, and returns the replies. */
  tellWindow(message: unknown, origin?: string): unknown[];
  /** The events sent to the host, oldest first. */
  readonly told: FrameEvent[];
  /** The visitor leaves the page. */
  leave(): void;
  call<T extends FrameMessage>(
    type: Exclude<T, 'RPC_ABORT'>,
    payload: FramePayload<T>,
    signal?: AbortSignal,
  ): Promise<FrameSuccess<T>>;
}

export async function createBrowser(): Promise<Browser> {
  let kept: StoredSession | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const ends = new Map<PageChannel, ((message: PageMessage) => void)[]>();
  const pageChannel = (): PageChannel => {
    const listeners: ((message: PageMessage) => void)[] = [];
    const end: PageChannel = {
      post: message => {
        for (const [other, all] of ends) if (other !== end) for (const receive of all) receive(message);
      },
      listen: listener => void listeners.push(listener),
    };
    ends.set(end, listeners);
    return end;
  };
  const writer = pageChannel();
  const store: SessionStore = {
    read: async () => kept,
    keep: async session => {
      kept = session;
      writer.post({ type: 'SESSION' });
    },
    alone(work) {
      const done = last.then(work, work);
      last = done.catch(() => {});
      return done;
    },
  };
  return { installation: await memoryInstallation(), store, logins: memoryLogins(), pageChannel };
}

function memoryLogins(): LoginStore {
  let kept: StoredLogin | undefined;
  return {
    read: async () => kept,
    keep: async login => {
      kept = structuredClone(login);
    },
  };
}

/** Opens the wallet page in a browser. */
export async function openWallet(
  { servers }: WalletSuite,
  { installation, store, logins, pageChannel, window }: Browser,
  network: Network = async request => servers.fetch(request),
): Promise<Wallet> {
  const { sealingKey, jkt } = installation;
  const partition: Partition = {
    installation,
    keyringStart: origin => ({ origin, jkt, isStored: false, sealingKey, shareKey: sealingKey }),
    sessions: () => store,
    logins: () => logins,
    pageChannel,
  };
  const workers = new Set<KeyringWorker>();
  const openWorker = (): KeyringWorker => {
    const worker = channelWorker(installation);
    const { terminate } = worker;
    worker.terminate = () => {
      workers.delete(worker);
      terminate();
    };
    workers.add(worker);
    return worker;
  };
  const told: FrameEvent[] = [];
  let abandoned = 0;
  const visitor = scriptedVisitor();
  const state: HostState = {
    chainId: 'eip155:31337',
    accountType: undefined,
    dapp: undefined,
    theme: undefined,
  };
  const self = pageAt(servers.frameUrl, window);
  const part = await createWalletPart(
    {
      self,
      hostOrigin: PAGE.origin,
      params: { projectId: PAGE.project, chainId: state.chainId, version: '1', enableLogger: 'false' },
      config: {
        allowedOrigins: [PAGE.origin],
        trustedOrigins: [],
        networks: {},
        nested: false,
        vault: servers.vaultUrl,
      },
      state,
      tell: event => told.push(event),
      block: () => {},
      abandon() {
        abandoned += 1;
      },
      refusals: () => 0,
    },
    {
      openPartition: async () => partition,
      openWorker,
      fetch: network,
      makeApprovals: visitor.approvals,
    },
  );
  return {
    ...{ part, state, told, visitor, running: () => workers.size, abandoned: () => abandoned },
    tellWindow(data, origin = servers.frameUrl) {
      const replies: unknown[] = [];
      const source = { closed: false, postMessage: (reply: unknown) => replies.push(reply) };
      self.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
      return replies;
    },
    leave: () => void self.dispatchEvent(new Event('pagehide')),
    async call(type, payload, signal = new AbortController().signal) {
      const handler = part.handlers[type] as (payload: unknown, context: unknown) => Promise<never>;
      return handler(payload, { id: crypto.randomUUID(), signal });
    },
  };
}

/** The newest match of a pattern in an email to an address. */
function mailed({ inbox }: WalletSuite, email: string, pattern: RegExp): string {
  for (const { text } of inbox.mails(email).toReversed()) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`No matching email to ${email}`);
}

/** The newest code sent to an address. */
export const codeFor = (suite: WalletSuite, email: string) => mailed(suite, email, /^(\d{6})$/m);

/** The token of the newest link sent to an address. */
export const linkFor = (suite: WalletSuite, email: string) => mailed(suite, email, /#t=([\w-]+)/);

/** Opens a link and approves or denies. Returns whether it was accepted. */
export async function follow({ servers }: WalletSuite, token: string, approve = true): Promise<boolean> {
  const url = `${servers.vaultUrl}/v1/approvals/decide`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token, approve });
  return (await servers.fetch(new Request(url, { method: 'POST', headers, body }))).ok;
}

/** Milliseconds until another email may be requested for an address. */
const COOLDOWN = 30_000;

/** Advances a fake clock past the cooldown between two emails. */
export function rest(): void {
  vi.setSystemTime(Date.now() + COOLDOWN);
}

/** Signs in by email up to the account. */
export async function signIn(suite: WalletSuite, wallet: Wallet, email: string): Promise<string> {
  rest();
  const { action } = await wallet.call('CONNECT_EMAIL', { email });
  if (action === 'VERIFY_DEVICE') {
    await follow(suite, linkFor(suite, email));
    await wallet.call('CONNECT_DEVICE', {});
  }
  if (action !== 'CONNECT') await wallet.call('CONNECT_OTP', { otp: codeFor(suite, email) });
  return action;
}

/** The accounts of the signed-in user. */
export const accountsOf = async (wallet: Wallet) => (await wallet.call('GET_USER', {})).accounts;

/** A page without a person: nothing has the focus, and there is no pointer or key input. */
function pageAt(origin: string, window: object = {}): Window {
  const document = Object.assign(new EventTarget(), { hasFocus: () => false });
  return Object.assign(new EventTarget(), {
    ...window,
    location: { origin },
    performance,
    document,
  }) as unknown as Window;
}
