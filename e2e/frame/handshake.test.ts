import type { Frame, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { HostVisit, it } from './support/sites.js';

interface Attempt {
  /** Sender of the greeting. Default: the parent. */
  readonly from?: 'parent' | 'sibling';
  /** Whether to wait for a response. Default: true. */
  readonly isAnswered?: boolean;
  /** Posted to the window once the port has received READY. */
  readonly forged?: readonly object[];
  /** Sent over the port after that. */
  readonly requests?: readonly object[];
}

/** The messages that the port of a greeting received. */
type Answers = readonly { readonly type?: string; readonly id?: string; readonly payload?: unknown }[];

/**
 * Sends a greeting to the wallet page from the host page without the SDK. Without a response, it ends when the wallet page has
 * acknowledged a later message on the window.
 */
function greet(page: Page, wallet: string, attempt: Attempt = {}): Promise<Answers> {
  return page.evaluate(
    async ([origin, { from = 'parent', isAnswered = true, forged = [], requests = [] }]) => {
      const target = document.querySelector('iframe')?.contentWindow;
      if (!target) throw new Error('There is no wallet page.');
      const { port1, port2 } = new MessageChannel();
      const answers: { type?: string; id?: string; payload?: unknown }[] = [];
      Object.assign(window, { answers });
      let changed = () => {};
      port1.onmessage = ({ data }) => {
        answers.push(data);
        changed();
      };
      const nonce = crypto.randomUUID();
      const greeting = { lk: 1, type: 'INIT', nonce, sdkVersion: '0.1.0', protocols: [1] };
      const send = (message: unknown, ports: MessagePort[]) => {
        if (from === 'parent') return target.postMessage(message, origin, ports);
        const sibling = document.createElement('iframe');
        document.body.append(sibling);
        // Runs in the sibling, so that the sibling is the message's source.
        Object.assign(sibling.contentWindow as object, { target, message, origin, ports });
        const script = sibling.contentDocument?.createElement('script');
        if (!script) throw new Error('The sibling has no document.');
        script.textContent = 'target.postMessage(message, origin, ports)';
        sibling.contentDocument?.body.append(script);
      };
      /** Waits until the wallet page's listeners have received all earlier messages on its window. */
      const isSeen = () =>
        new Promise<void>(resolve => {
          const probe = crypto.randomUUID();
          addEventListener('message', ({ data }) => data.seen === probe && resolve());
          send({ probe }, []);
        });
      send(greeting, [port2]);
      await isSeen();
      if (isAnswered && answers.length === 0) await new Promise<void>(resolve => (changed = resolve));
      // Responses on the port from before the probe's acknowledgement have arrived two turns later.
      for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setTimeout(resolve));
      if (answers.length === 0) return answers;
      for (const message of forged) target.postMessage(message, origin);
      if (forged.length > 0) await isSeen();
      for (const message of requests) {
        const count = answers.length;
        port1.postMessage(message);
        if (answers.length === count) await new Promise<void>(resolve => (changed = resolve));
      }
      return answers;
    },
    [wallet, attempt] as const,
  );
}

/**
 * Checks whether the wallet page started to open its storage, as it does for an accepted host. Looks after enough time to create its
 * keys several times.
 */
function hasState(wallet: Frame): Promise<boolean> {
  return wallet.evaluate(async () => {
    for (let time = 0; time < 5; time++) {
      await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
    }
    return (await indexedDB.databases()).length > 0;
  });
}

const request = (type: string, payload: object) => ({
  v: 1,
  id: crypto.randomUUID(),
  type: `APP/${type}`,
  payload,
});

describe('the wallet page', () => {
  it('answers the greeting of an allowed parent, and then its requests', async ({ visit }) => {
    await visit.open();
    await visit.hold();
    const chain = request('GET_CHAIN_ID', {});
    const answers = await greet(visit.page, visit.sites.wallet, { requests: [chain] });
    expect(answers).toMatchObject([
      { type: 'READY', protocol: 1, surfaces: ['frame'] },
      { type: 'FRAME/GET_CHAIN_ID_SUCCESS', id: chain.id, payload: { chainId: 'eip155:1' } },
    ]);
  });

  it('SEC-01: ignores a greeting from an origin that is not on the list', async ({ visit }) => {
    const evil = visit.sites.host('evil');
    // The policy alone would block the page there; this is the second line of defence.
    Object.assign(visit.sites.rules, { ancestors: [evil, visit.sites.host('app')] });
    await visit.open('evil');
    const wallet = await visit.hold();
    expect(await greet(visit.page, visit.sites.wallet, { isAnswered: false })).toEqual([]);
    // Meanwhile it responds to an accepted host in another tab, so a late response would have arrived here too.
    const other = new HostVisit(await visit.page.context().newPage(), visit.sites);
    await other.open();
    const accepted = await other.hold();
    await greet(other.page, visit.sites.wallet);
    await expect.poll(() => hasState(accepted)).toBe(true);
    expect(await hasState(wallet)).toBe(false);
    expect(await visit.page.evaluate(() => (window as unknown as { answers: Answers }).answers)).toEqual([]);
  });

  it('SEC-02: ignores a greeting from a sibling frame, and takes that of its parent', async ({ visit }) => {
    await visit.open();
    await visit.hold();
    expect(await greet(visit.page, visit.sites.wallet, { from: 'sibling', isAnswered: false })).toEqual([]);
    expect(await greet(visit.page, visit.sites.wallet)).toMatchObject([{ type: 'READY' }]);
  });

  it('SEC-03: ignores a second greeting, and goes on answering the first port', async ({ visit }) => {
    await visit.open();
    await visit.hold();
    const { wallet } = visit.sites;
    await visit.page.evaluate(async origin => {
      const { port1, port2 } = new MessageChannel();
      const greeting = {
        lk: 1,
        type: 'INIT',
        nonce: crypto.randomUUID(),
        sdkVersion: '0.1.0',
        protocols: [1],
      };
      const answered = new Promise(resolve => port1.addEventListener('message', resolve, { once: true }));
      port1.start();
      document.querySelector('iframe')?.contentWindow?.postMessage(greeting, origin, [port2]);
      await answered;
      Object.assign(window, { firstPort: port1 });
    }, wallet);
    expect(await greet(visit.page, wallet, { isAnswered: false })).toEqual([]);
    const chain = request('GET_CHAIN_ID', {});
    const answer = await visit.page.evaluate(
      message =>
        new Promise(resolve => {
          const { firstPort } = window as unknown as { firstPort: MessagePort };
          firstPort.addEventListener('message', ({ data }) => resolve(data), { once: true });
          firstPort.postMessage(message);
        }),
      chain,
    );
    expect(answer).toMatchObject({ id: chain.id, payload: { chainId: 'eip155:1' } });
  });

  it('SEC-04: does nothing for a request that comes by the window', async ({ visit }) => {
    await visit.open();
    await visit.hold();
    const { wallet } = visit.sites;
    const forged = request('SWITCH_NETWORK', { chainId: 'eip155:666' });
    // Before and after the wallet page has accepted a host.
    await visit.page.evaluate(
      ([origin, data]) => document.querySelector('iframe')?.contentWindow?.postMessage(data, origin),
      [wallet, forged] as const,
    );
    const answers = await greet(visit.page, wallet, {
      forged: [forged],
      requests: [request('GET_CHAIN_ID', {})],
    });
    expect(answers.at(-1)).toMatchObject({ payload: { chainId: 'eip155:1' } });
    expect(JSON.stringify(answers)).not.toContain(forged.id);
  });

  it('SEC-16: does not start in a sandbox that gives it no origin', async ({ visit }) => {
    // Without this setting its files would not load there at all.
    visit.sites.rules.openFiles = true;
    await visit.open();
    await visit.hold('allow-scripts');
    const answers = await visit.page.evaluate(async () => {
      const target = document.querySelector('iframe')?.contentWindow;
      const { port1, port2 } = new MessageChannel();
      const answers: unknown[] = [];
      port1.onmessage = ({ data }) => answers.push(data);
      const probe = crypto.randomUUID();
      const seen = new Promise<void>(resolve => {
        addEventListener('message', ({ data }) => data.seen === probe && resolve());
      });
      const greeting = {
        lk: 1,
        type: 'INIT',
        nonce: crypto.randomUUID(),
        sdkVersion: '0.1.0',
        protocols: [1],
      };
      target?.postMessage(greeting, '*', [port2]);
      target?.postMessage({ probe }, '*');
      await seen;
      for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setTimeout(resolve));
      return answers;
    });
    expect(answers).toEqual([]);
  });
});

describe('createEmbeddedFrame in a browser', () => {
  it.runIf(process.env.LATCHKIT_FULL)('is ready cross-site, answers, and stays hidden', async ({ visit }) => {
    await visit.open();
    const result = await visit.page.evaluate(async wallet => {
      const { frame } = window.makeFrame(wallet);
      const from = performance.now();
      await frame.load();
      const milliseconds = performance.now() - from;
      const iframe = frame.element();
      const { chainId } = await frame.call('GET_CHAIN_ID', {});
      return {
        milliseconds,
        chainId,
        isShown: iframe?.checkVisibility(),
        parent: iframe?.parentElement?.tagName,
      };
    }, visit.sites.wallet);
    expect(result).toMatchObject({ chainId: 'eip155:1', isShown: false, parent: 'BODY' });
    expect(result.milliseconds).toBeGreaterThanOrEqual(500);
  });

  it('SEC-08: takes nothing for the word of the wallet page that another window says [FRAME-05]', async ({
    visit,
  }) => {
    await visit.open();
    const events = await visit.page.evaluate(async wallet => {
      const { frame, events } = window.makeFrame(wallet);
      await frame.load();
      const forged = { v: 1, type: 'FRAME/CHAIN_CHANGED', payload: { chainId: 'eip155:666' } };
      const sibling = document.createElement('iframe');
      document.body.append(sibling);
      const heard = new Promise(resolve => addEventListener('message', resolve, { once: true }));
      window.postMessage(forged, '*');
      await heard;
      const again = new Promise(resolve => addEventListener('message', resolve, { once: true }));
      (sibling.contentWindow as Window & { eval(code: string): void }).eval(
        `parent.postMessage(${JSON.stringify(forged)}, '*')`,
      );
      await again;
      await frame.call('SWITCH_NETWORK', { chainId: 'eip155:10' });
      return events;
    }, visit.sites.wallet);
    expect(events).toEqual([{ type: 'READY' }, { type: 'CHAIN_CHANGED', payload: { chainId: 'eip155:10' } }]);
  });

  it('finds the wallet page again after it reloaded itself [FRAME-27]', async ({ visit }) => {
    await visit.open();
    const chainId = await visit.page.evaluate(async wallet => {
      const { frame } = window.makeFrame(wallet);
      await frame.load();
      await frame.call('SWITCH_NETWORK', { chainId: 'eip155:10' });
      await frame.reload();
      return (await frame.call('GET_CHAIN_ID', {})).chainId;
    }, visit.sites.wallet);
    expect(chainId).toBe('eip155:1');
  });

  it("SEC-13: on an origin that the project does not know, the policy blocks the page and the SDK says 'unverified domain'", async ({
    visit,
  }) => {
    await visit.open('evil');
    const blocked = awaitedLater(
      visit.page.waitForEvent('console', {
        predicate: message => /frame-ancestors/.test(message.text()),
      }),
    );
    await visit.page.evaluate(url => {
      const iframe = document.createElement('iframe');
      iframe.src = url;
      document.body.append(iframe);
    }, visit.walletUrl);
    expect((await blocked).text()).toContain(visit.sites.wallet);
    const error = await visit.page.evaluate(
      wallet =>
        window
          .makeFrame(wallet, false)
          .frame.load()
          .catch((one: Error) => one.message),
      visit.sites.wallet,
    );
    expect(error).toBe('unverified domain');
  });

  it('SEC-14: an allowed host that is itself in a frame of another site does not get the wallet page', async ({
    visit,
  }) => {
    await visit.open('evil');
    const blocked = awaitedLater(
      visit.page.waitForEvent('console', {
        predicate: message => /frame-ancestors/.test(message.text()),
      }),
    );
    await visit.page.evaluate(
      url => {
        const iframe = document.createElement('iframe');
        iframe.src = url;
        document.body.append(iframe);
      },
      `${visit.sites.host('app')}/host.html`,
    );
    const app = await visit.page.waitForSelector('iframe').then(iframe => iframe.contentFrame());
    await app?.waitForFunction(() => window.makeFrame !== undefined);
    await app?.evaluate(
      wallet =>
        void window
          .makeFrame(wallet)
          .frame.load()
          .catch(() => {}),
      visit.sites.wallet,
    );
    expect((await blocked).text()).toContain(visit.sites.wallet);
  });
});
