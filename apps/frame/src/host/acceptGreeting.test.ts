import { describe, expect, it, onTestFinished } from 'vitest';
import { acceptGreeting, type GreetedWindow, type GreetingRules, type Host } from './acceptGreeting.js';
import { delivered } from './stoppedTime.test-support.js';

const HOST = 'https://app.example';
const parent = {};
const greeting = (change: object = {}) => ({
  lk: 1,
  type: 'INIT',
  nonce: crypto.randomUUID(),
  sdkVersion: '0.1.0',
  protocols: [1],
  ...change,
});

/** A wallet page's window that receives what the test posts, and the responses on the ports. */
function open(change: Partial<GreetedWindow> = {}, rules: Partial<GreetingRules> = {}, welcome = true) {
  const listeners = new Set<(event: MessageEvent) => void>();
  const self: GreetedWindow = {
    parent,
    top: parent,
    origin: 'https://wallet.example',
    location: { ancestorOrigins: [HOST] },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
    ...change,
  };
  const hosts: Host[] = [];
  const accepted = acceptGreeting(self, {
    allows: origin => origin === HOST,
    frameVersion: '1',
    surfaces: ['frame'],
    ...rules,
  });
  void accepted?.then(host => {
    hosts.push(host);
    if (welcome) host.welcome();
  });
  const answers: unknown[] = [];
  const post = async (data: unknown, event: object = {}) => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    port1.addEventListener('message', one => answers.push((one as MessageEvent).data));
    port1.start();
    const full = { data, source: parent, origin: HOST, ports: [port2], ...event } as unknown as MessageEvent;
    for (const listener of [...listeners]) listener(full);
    await delivered();
  };
  return { accepted, hosts, answers, post, listeners };
}

describe('acceptGreeting', () => {
  it('accepts one host, responds with its nonce and then ignores the window', async () => {
    const { hosts, answers, post, listeners } = open();
    const first = greeting();
    await post(first);
    expect(answers).toEqual([
      { lk: 1, type: 'READY', nonce: first.nonce, protocol: 1, frameVersion: '1', surfaces: ['frame'] },
    ]);
    expect(hosts).toMatchObject([{ origin: HOST }]);
    expect(listeners.size).toBe(0);
  });

  it('sends nothing to an accepted host before it is welcomed', async () => {
    const { accepted, answers, post } = open({}, {}, false);
    await post(greeting());
    const host = await accepted;
    expect(answers).toEqual([]);
    host?.welcome();
    await delivered();
    expect(answers).toMatchObject([{ type: 'READY' }]);
  });

  it('ignores senders that are not its allowed parent with one port', async () => {
    const { hosts, answers, post } = open();
    await post(greeting(), { source: {} });
    await post(greeting(), { origin: 'https://evil.example' });
    await post(greeting(), { ports: [] });
    await post(greeting(), { ports: [new MessageChannel().port1, new MessageChannel().port2] });
    await post(greeting({ extra: 1 }));
    await post(greeting({ nonce: 'short' }));
    await post('INIT');
    expect([hosts, answers]).toEqual([[], []]);
  });

  it("ignores an origin that differs from the browser's ancestor origin", async () => {
    const { hosts, post } = open({ location: { ancestorOrigins: ['https://other.example'] } });
    await post(greeting());
    expect(hosts).toEqual([]);
    const without = open({ location: {} });
    await without.post(greeting());
    expect(without.hosts).toHaveLength(1);
  });

  it('accepts a nested host only if the project allows nesting', async () => {
    const strict = open({ top: {} });
    await strict.post(greeting());
    expect(strict.hosts).toEqual([]);
    const nesting = open({ top: {} }, { nested: true });
    await nesting.post(greeting());
    expect(nesting.hosts).toHaveLength(1);
  });

  it('SEC-07: tells a host with another version which versions are supported and accepts its next greeting', async () => {
    const { hosts, answers, post } = open();
    const other = greeting({ protocols: [2, 3] });
    await post(other);
    expect(answers).toEqual([
      { lk: 1, type: 'REFUSED', nonce: other.nonce, code: 'UNSUPPORTED_VERSION', supported: [1] },
    ]);
    expect(hosts).toEqual([]);
    await post(greeting({ protocols: [1, 2] }));
    expect(answers).toMatchObject([{}, { type: 'READY', protocol: 1 }]);
    expect(hosts).toHaveLength(1);
  });

  it('SEC-16: does not wait for a greeting in a page with an opaque origin', () => {
    expect(open({ origin: 'null' }).accepted).toBeUndefined();
  });
});
