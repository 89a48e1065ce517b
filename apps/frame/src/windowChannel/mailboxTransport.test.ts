import { digestOfAll } from '@latchkit/keyring';
import { base64urlnopad } from '@scure/base';
import { registerInstallationCall, type registerInstallationRequest } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WalletPage } from '../../../../packages/gateway/test/wallet/walletInstallation.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import {
  type MemoryInstallation,
  memoryInstallation,
} from '../../../../packages/keyring/test/memoryInstallation.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import type { Press } from '../screen/guardButton.js';
import { createServiceClient } from '../services/createServiceClient.js';
import { createMailbox, type Mailbox } from './createMailbox.js';
import {
  createMailboxChannel,
  createMailboxSecrets,
  type MailboxSecrets,
  readMailboxSecrets,
  writeMailboxSecrets,
} from './createMailboxChannel.js';
import type { FrameMailboxEnd } from './MailboxEnd.js';
import { receiveByMailbox } from './mailboxTransport.js';
import { offerToWindow } from './offerToWindow.js';
import type { PeerListener, WindowDecision, WindowLimits, WindowOffer } from './windowMessages.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
beforeEach(lookOften);
afterEach(() => {
  // A clock faked after the stub is restored first: it would restore the stub otherwise.
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Both pages poll for messages every 20 ms instead of every second. All other timers are unchanged. */
function lookOften(): void {
  const { setTimeout: start } = globalThis;
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) =>
    start(run, delay === 1_000 ? 20 : delay, ...args),
  );
}

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

async function newOffer(): Promise<WindowOffer> {
  const id = crypto.randomUUID();
  const chainId = 'eip155:1';
  const signings = [{ id, kind: 'message' as const, chainId, account: ACCOUNT, payload: '0x9c' }];
  return {
    ...{ lk: 1, type: 'OFFER', id, projectId: PAGE.project, signings, isSwapped: false },
    identity: {
      hostOrigin: PAGE.origin,
      login: 've•••@mail.example',
      account: ACCOUNT,
      chainId,
      network: 'Ethereum',
    },
    review: {
      risk: 'R3',
      action: { text: 'action.signMessage' },
      changes: [],
      facts: [],
      warnings: [],
      blocks: [],
      raw: [],
    },
    digest: (await digestOfAll(signings)).all,
  };
}

/** The wallet page's window as an offer sees it: where it is opened, and who sends messages to it. */
function framePage(isBlocked = false) {
  const opened: string[] = [];
  const page = Object.assign(new EventTarget(), {
    origin: suite.servers.frameUrl,
    document: { baseURI: `${suite.servers.frameUrl}/frame?x` },
    setTimeout,
    clearTimeout,
    // The host's policy isolates the window: there is no handle to it, as if it were blocked.
    open(url: string) {
      if (!isBlocked) opened.push(url);
      return null;
    },
  });
  return { self: page as unknown as Window, opened };
}

/** A wallet page that is registered at the service, and its mailboxes. */
async function registeredPage(page = PAGE): Promise<{ mailbox: Mailbox; installation: MemoryInstallation }> {
  const installation = await memoryInstallation();
  const { encJwk, ephemeral } = installation;
  const client = clientOf(installation, page);
  await client.call<typeof registerInstallationRequest>(registerInstallationCall, {
    body: { kind: 'frame', encJwk, ephemeral },
  });
  return { mailbox: createMailbox(client, installation.signingKey), installation };
}

const fetchOf = async (request: Request) => suite.servers.fetch(request);

function clientOf(installation: MemoryInstallation, { project, origin }: WalletPage) {
  const url = suite.servers.frameUrl;
  return createServiceClient({
    url,
    installation,
    projectId: project,
    hostOrigin: origin,
    fetch: fetchOf,
  });
}

const frameMailbox = async () => (await registeredPage()).mailbox;

/** The window opened at an address, on the far side of the mailbox, with a scripted decision. */
function windowAt(
  address: string,
  decide?: (offer: WindowOffer) => Partial<WindowDecision> | Partial<WindowLimits>,
) {
  const [id = '', ...rest] = new URL(address).hash.slice(1).split('&');
  const secrets = readMailboxSecrets(rest.join('&')) as MailboxSecrets;
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const received: WindowOffer[] = [];
  const ends: (string | undefined)[] = [];
  const receive: PeerListener = (peer, message) => {
    const { type } = message as { type: string };
    if (type === 'OVER') ends.push('window.over');
    if (type !== 'OFFER') return true;
    const offer = message as WindowOffer;
    received.push(offer);
    const decision = { lk: 1, type: 'DECISION', id, digest: offer.digest, ...decide?.(offer) } as const;
    if (decide !== undefined) peer.tell(decision as WindowDecision | WindowLimits);
    return true;
  };
  receiveByMailbox({
    ...{ url: suite.servers.frameUrl, secrets, id, receive },
    signal: over.signal,
    end: (text = 'window.over') => ends.push(text),
    fetch: fetchOf,
  });
  return { received, ends, secrets };
}

const PRESS: Press = { armedAt: 1, decidedAt: 600 };

describe('an offer to a window that the host page keeps apart', () => {
  it('reaches it with what became known meanwhile, and the decision comes back once, for its digest alone [SEC-63]', async () => {
    const offer = await newOffer();
    const { self, opened } = framePage();
    const review = offerToWindow(self, offer, await frameMailbox(), new AbortController().signal);
    review.open();
    const window = windowAt(opened[0] ?? '', ({ status }) =>
      status === undefined ? { digest: 'x' } : { press: PRESS },
    );
    await expect.poll(() => window.received.length).toBe(1);
    // A decision with another digest is ignored; otherwise it would end the window.
    review.update({ ...offer, status: 'screen.simulated' });
    expect(await review.decided).toEqual(PRESS);
    expect(window.received).toEqual([offer, { ...offer, status: 'screen.simulated' }]);
  });

  it('is replaced by one with lower limits, whose decision counts', async () => {
    const [offer, lowered] = [await newOffer(), await newOffer()];
    const next = { ...lowered, id: offer.id };
    const { self, opened } = framePage();
    const limits = { at: 0, amount: '1', end: 1_900_000_000 };
    const review = offerToWindow(self, offer, await frameMailbox(), new AbortController().signal, {
      onLimits(asked) {
        expect(asked).toEqual(limits);
        review.update(next);
      },
    });
    review.open();
    const window = windowAt(opened[0] ?? '', ({ digest }) =>
      digest === offer.digest ? { type: 'LIMITS', limits } : { press: PRESS },
    );
    expect(await review.decided).toEqual(PRESS);
    expect(window.received).toEqual([offer, next]);
  });

  it('ends with REJECTED when it is refused there, and with OVER in the window when the request ends first', async () => {
    const { self, opened } = framePage();
    const refused = offerToWindow(self, await newOffer(), await frameMailbox(), new AbortController().signal);
    refused.open();
    windowAt(opened[0] ?? '', () => ({}));
    expect(await refused.decided).toBeUndefined();

    const request = new AbortController();
    const ended = offerToWindow(self, await newOffer(), await frameMailbox(), request.signal);
    ended.open();
    const window = windowAt(opened[1] ?? '');
    await expect.poll(() => window.received.length).toBe(1);
    request.abort();
    await expect.poll(() => window.ends).toEqual(['window.over']);
  });

  it('accepts the decision of the newest window only', async () => {
    const { self, opened } = framePage();
    const review = offerToWindow(self, await newOffer(), await frameMailbox(), new AbortController().signal);
    review.open();
    const first = windowAt(opened[0] ?? '');
    await expect.poll(() => first.received.length).toBe(1);
    review.open();
    await expect.poll(() => first.ends).toEqual(['window.over']);
    windowAt(opened[1] ?? '', () => ({ press: PRESS }));
    expect(await review.decided).toEqual(PRESS);
  });

  it('reports a blocked window when no window takes the offer, and an unreachable one when the service is down', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { self } = framePage(true);
    const blocked = offerToWindow(self, await newOffer(), await frameMailbox(), new AbortController().signal);
    blocked.open();
    const said = awaitedLater(expect(blocked.decided).rejects.toMatchObject({ code: 'WINDOW_BLOCKED' }));
    await vi.advanceTimersByTimeAsync(30_000);
    await said;
    const away: Mailbox = { register: () => Promise.reject(new Error('away')) };
    const lost = offerToWindow(self, await newOffer(), away, new AbortController().signal);
    lost.open();
    await expect(lost.decided).rejects.toMatchObject({ code: 'SURFACE_UNAVAILABLE' });
  });
});

/** Puts an offer into a mailbox of a page, as an attacker may write it, and lets a window open it. */
async function windowOfOffer(
  offer: WindowOffer,
  {
    box: { mailbox },
    signed = end => end,
  }: { box: { mailbox: Mailbox }; signed?: (end: FrameMailboxEnd) => FrameMailboxEnd },
) {
  const secrets = createMailboxSecrets(offer.digest);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const channel = createMailboxChannel({
    secrets,
    onMessage: () => {},
    onBroken: () => {},
    signal: over.signal,
    join: async () => signed(await mailbox.register(secrets.box)),
  });
  await channel.send(offer);
  const address = `${suite.servers.frameUrl}/window#${offer.id}&${writeMailboxSecrets(secrets)}`;
  return { ...windowAt(address), address };
}

/** An offer about a signing request, with its digest. */
async function offerOf(
  kind: 'passkey' | 'password' | 'provision' | 'manage',
  payload: unknown,
): Promise<WindowOffer> {
  const offer = await newOffer();
  const signings = [
    { ...offer.signings[0], id: offer.id, kind, payload: JSON.stringify(payload), account: '', chainId: '' },
  ];
  return { ...offer, signings, digest: (await digestOfAll(signings)).all };
}

describe('an offer in the mailbox of another page than it names', () => {
  const OTHER: WalletPage = { project: PAGE.project, origin: 'https://stickers.example' };

  it('is not shown where its host or project is not the one of the registration [SEC-103]', async () => {
    const offer = await newOffer();
    const honest = await windowOfOffer(offer, { box: await registeredPage() });
    await expect.poll(() => honest.received).toEqual([offer]);
    const box = await registeredPage(OTHER);
    const own = { ...offer, identity: { ...offer.identity, hostOrigin: OTHER.origin } };
    for (const [wrong, where] of [
      [offer, box],
      [{ ...own, projectId: 'f'.repeat(32) }, box],
      [own, await registeredPage()],
    ] as const) {
      const window = await windowOfOffer(wrong, { box: where });
      await expect.poll(() => window.ends).toEqual(['window.lost']);
      expect(window.received).toEqual([]);
    }
  });

  it('is not shown where its answer would be for another installation [SEC-103]', async () => {
    const box = await registeredPage();
    const stranger = await memoryInstallation();
    const to = ({ jkt }: MemoryInstallation) => ({ jkt, encJwk: stranger.encJwk });
    const question = { challenge: 'AA', rpId: 'wallet.example', passkeys: [] };
    const page = { projectId: PAGE.project, hostOrigin: PAGE.origin };
    const asked = (receiver: MemoryInstallation) => [
      offerOf('passkey', { question, to: to(receiver) }),
      offerOf('password', { to: to(receiver) }),
      offerOf('provision', { ...to(receiver), ...page }),
    ];
    for (const offer of await Promise.all(asked(box.installation))) {
      const window = await windowOfOffer(offer, { box });
      await expect.poll(() => window.received).toEqual([offer]);
    }
    for (const offer of await Promise.all([
      ...asked(stranger),
      offerOf('provision', { ...to(box.installation) }),
      offerOf('passkey', {}),
    ])) {
      const window = await windowOfOffer(offer, { box });
      await expect.poll(() => window.ends).toEqual(['window.lost']);
      expect(window.received).toEqual([]);
    }
  });

  it('is not shown where another key signed it, or it for another mailbox or another place [SEC-103]', async () => {
    const offer = await newOffer();
    const box = await registeredPage();
    const { signingKey } = await memoryInstallation();
    const other: ((end: FrameMailboxEnd) => FrameMailboxEnd)[] = [
      end => ({
        ...end,
        sign: async content =>
          new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signingKey, content)),
      }),
      end => ({ ...end, sign: async () => new Uint8Array(64) }),
      // What the installation signed for another mailbox, and for another place in this one.
      end => ({
        ...end,
        sign: content => end.sign(replaced(content, /mailbox\|[\w-]{43}/, `mailbox|${'A'.repeat(43)}`)),
      }),
      end => ({ ...end, sign: content => end.sign(replaced(content, /\|0\|/, '|1|')) }),
    ];
    for (const signed of other) {
      const window = await windowOfOffer(offer, { box, signed });
      await expect.poll(() => window.ends).toEqual(['window.lost']);
      expect(window.received).toEqual([]);
    }
  });

  it('is not shown in a second window, and none is in one whose page keeps the mailbox to itself [SEC-103]', async () => {
    const offer = await newOffer();
    const first = await windowOfOffer(offer, { box: await registeredPage() });
    await expect.poll(() => first.received).toEqual([offer]);
    const second = windowAt(first.address);
    await expect.poll(() => second.ends).toEqual(['window.lost']);
    expect(second.received).toEqual([]);
  });

  it('is not stored by an installation that is not registered on the page it names [SEC-103]', async () => {
    const { installation } = await registeredPage(OTHER);
    const mailbox = createMailbox(clientOf(installation, PAGE), installation.signingKey);
    const { self } = framePage();
    const review = offerToWindow(self, await newOffer(), mailbox, new AbortController().signal);
    review.open();
    await expect(review.decided).rejects.toMatchObject({ code: 'SURFACE_UNAVAILABLE' });
  });
});

const replaced = (content: Uint8Array, what: RegExp, by: string) =>
  new TextEncoder().encode(new TextDecoder().decode(content).replace(what, by));

describe('messages', () => {
  /** A hostile mailbox service: it sees each message and may replace it. */
  function hostileMailbox(change: (messages: ReadonlyMap<string, string>, id: string) => string | undefined) {
    const messages = new Map<string, string>();
    const mailbox: Mailbox = {
      register: async box => ({
        side: 'frame',
        put: async (number, sealed) => void messages.set(`${box}/frame/${number}`, sealed),
        take: async number => change(messages, `${box}/window/${number}`),
        sign: async () => new Uint8Array(64),
      }),
    };
    return { mailbox, messages };
  }

  it('end the offer where one was changed, moved or written by somebody else [SEC-63]', async () => {
    const own = (messages: ReadonlyMap<string, string>) => [...messages.values()][0];
    const flipped = (messages: ReadonlyMap<string, string>) => {
      const bytes = base64urlnopad.decode(own(messages) ?? '');
      bytes[20] = (bytes[20] ?? 0) ^ 1;
      return base64urlnopad.encode(bytes);
    };
    for (const change of [own, flipped, () => 'AAAA']) {
      const { self } = framePage();
      const { mailbox } = hostileMailbox(messages => (messages.size > 0 ? change(messages) : undefined));
      const review = offerToWindow(self, await newOffer(), mailbox, new AbortController().signal);
      review.open();
      await expect(review.decided).rejects.toMatchObject({ code: 'SURFACE_UNAVAILABLE' });
    }
  });

  it('are not received in another place, or for another request [SEC-63]', async () => {
    const [secrets, over] = [createMailboxSecrets((await newOffer()).digest), new AbortController()];
    onTestFinished(() => over.abort());
    const written: string[] = [];
    const letters = { put: async (_: number, sealed: string) => void written.push(sealed) };
    const window = createMailboxChannel({
      secrets,
      onMessage: () => {},
      onBroken: () => {},
      signal: over.signal,
      join: async () => ({
        side: 'window',
        ...letters,
        take: async () => undefined,
        verify: async () => true,
        page: { jkt: '', projectId: '', projectName: '', hostOrigin: '' },
      }),
    });
    for (const message of ['first', 'second']) await window.send(message);
    /** What the wallet page receives of what the service gives it. */
    const receivedOf = async (order: readonly number[], { digest } = secrets) => {
      const [received, broken]: [unknown[], Error[]] = [[], []];
      createMailboxChannel({
        secrets: { ...secrets, digest },
        signal: over.signal,
        onMessage: message => received.push(message),
        onBroken: error => broken.push(error),
        join: async () => ({
          side: 'frame',
          ...letters,
          sign: async () => new Uint8Array(64),
          take: async number => written[order[number] ?? -1],
        }),
      });
      await expect.poll(() => received.length + broken.length).toBe(order.length);
      return received;
    };
    expect(await receivedOf([0, 1])).toEqual(['first', 'second']);
    expect(await receivedOf([1])).toEqual([]);
    expect(await receivedOf([0], createMailboxSecrets((await newOffer()).digest))).toEqual([]);
  });

  it('reveals nothing of the request to the mailbox service and uses every mailbox id once', async () => {
    const { self, opened } = framePage();
    const { mailbox, messages } = hostileMailbox(() => undefined);
    const offer = await newOffer();
    const request = new AbortController();
    const review = offerToWindow(self, offer, mailbox, request.signal);
    review.open();
    review.update(offer);
    await expect.poll(() => messages.size).toBe(2);
    request.abort();
    await expect.poll(() => messages.size).toBe(3);
    const kept = [...messages].flat().map(text => Buffer.from(text, 'base64url').toString('latin1') + text);
    const { key, digest } = readMailboxSecrets(
      opened[0]?.split('&').slice(1).join('&') ?? '',
    ) as MailboxSecrets;
    for (const secret of ['vera@mail.example', ACCOUNT, offer.id, key, digest]) {
      for (const text of kept) expect(text).not.toContain(secret);
    }
  });

  it('can be found only with a complete address', () => {
    const secrets = createMailboxSecrets('A'.repeat(43));
    const whole = `mb=${secrets.box}&k=${secrets.key}&d=${secrets.digest}`;
    expect(readMailboxSecrets(whole)).toEqual(secrets);
    for (const wrong of ['', whole.slice(0, -1), whole.replace('k=', 'x='), `mb=&k=&d=`, `${whole}A`]) {
      expect(readMailboxSecrets(wrong), wrong).toBeUndefined();
    }
  });
});
