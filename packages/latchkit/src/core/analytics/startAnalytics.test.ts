// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';
import { connect } from '../connection/connect.js';
import { VERSION } from '../kernel/gatewayUrl.js';
import { reportError } from '../kernel/reportError.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { closeModal } from '../modal/closeModal.js';
import { openModal } from '../modal/openModal.js';
import { ADDRESS } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, turns, until } from '../testSupport/stubGateway.test-support.js';
import { setAnalyticsConsent } from './analyticsConsent.js';

// Preloads the chunk, so that a busy machine cannot delay a test.
beforeAll(async () => void (await import('./startAnalytics.js')));

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  gateway = await startStubGateway({
    '/getAnalyticsConfig': [200, { isAnalyticsEnabled: true }],
    '/e': [202, { accepted: 1 }],
  });
});

afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await gateway.stop();
});

const posts = () => gateway.asked('/e');
const events = () => posts().flatMap(({ body }) => body as AnalyticsEvent | AnalyticsEvent[]);
const kinds = () => events().map(({ props }) => props.event);

function startedWith(options: Partial<LatchkitOptions> = {}) {
  const { kit, adapter } = startedKit({ gateway: gateway.url, ...options });
  kits.push(kit);
  return { kit, adapter };
}

/** An instance whose gateway accepts events. */
async function followed(options: Partial<LatchkitOptions> = {}) {
  const started = startedWith(options);
  await until(() => gateway.asked('/getAnalyticsConfig').length > 0);
  await turns();
  return started;
}

/** Lets the queue send its events. */
async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await turns();
}

describe('startAnalytics', () => {
  it('asks at the first intent whether the gateway accepts events [CALL-04]', async () => {
    await followed();
    const [asked] = gateway.asked('/getAnalyticsConfig');
    expect(asked?.method).toBe('GET');
    expect(asked?.url.searchParams.get('projectId')).toBe('test');
  });

  it('posts events with project, SDK type and version, each with an id of its own [CALL-11] [CALL-10]', async () => {
    history.replaceState(null, '', '/shop?session=secret#token=secret');
    const { kit } = await followed();
    openModal(kit);
    closeModal(kit);
    await pass(1_000);
    expect(Object.fromEntries(posts()[0]?.url.searchParams ?? [])).toEqual({
      projectId: 'test',
      st: 'latchkit',
      sv: VERSION,
    });
    expect(posts()[0]?.method).toBe('POST');
    expect(kinds()).toEqual(['MODAL_OPEN', 'MODAL_CLOSE']);
    const [first, second] = events();
    expect(first).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      url: `${location.origin}/shop`,
      domain: location.hostname,
      timestamp: expect.any(Number),
      props: { type: 'track', event: 'MODAL_OPEN', view: 'Connect', connected: false },
    });
    expect(first?.eventId).not.toBe(second?.eventId);
    history.replaceState(null, '', '/');
  });

  it('gives the event data and the address after connect [CALL-12]', async () => {
    const { kit } = await followed();
    await connect(kit, { connectorId: 'io.one' });
    openModal(kit);
    await pass(1_000);
    const [connected, opened] = events().map(({ props }) => props);
    expect(connected).toEqual({
      type: 'track',
      event: 'CONNECT_SUCCESS',
      namespace: 'eip155',
      connectorId: 'io.one',
      address: ADDRESS,
      reconnected: false,
    });
    expect(opened).toMatchObject({ event: 'MODAL_OPEN', address: ADDRESS });
  });

  it('sends events from during the request, but never MODAL_CREATED [CALL-13]', async () => {
    const { kit } = startedWith();
    openModal(kit);
    await until(() => gateway.asked('/getAnalyticsConfig').length > 0);
    await turns();
    await pass(60_000);
    expect(kinds()).toEqual(['MODAL_OPEN']);
  });

  it.each([
    ['says no', [200, { isAnalyticsEnabled: false }]],
    ['says nothing', [200, {}]],
    ['fails', [500, {}]],
  ] as const)('sends nothing when the gateway %s [CALL-05]', async (_, answer) => {
    gateway.answers['/getAnalyticsConfig'] = answer;
    const { kit } = await followed();
    openModal(kit);
    await pass(60_000);
    expect(posts()).toEqual([]);
  });

  it('neither requests nor sends with analytics off locally; it is on by default', async () => {
    const { kit } = startedWith({ features: { analytics: false } });
    openModal(kit);
    await turns();
    await pass(60_000);
    expect(gateway.asked('/getAnalyticsConfig')).toEqual([]);
    expect(posts()).toEqual([]);
    const other = await followed();
    openModal(other.kit);
    await pass(1_000);
    expect(kinds()).toEqual(['MODAL_OPEN']);
  });

  it('batches events within a second, and posts at most once in 5 s', async () => {
    const { kit } = await followed();
    for (let count = 0; count < 3; count++) {
      openModal(kit);
      closeModal(kit);
    }
    await pass(999);
    expect(posts()).toHaveLength(0);
    await pass(1);
    await until(() => posts().length > 0);
    expect(posts()).toHaveLength(1);
    expect(events()).toHaveLength(6);
    openModal(kit);
    await pass(4_999);
    expect(posts()).toHaveLength(1);
    await pass(1);
    await until(() => posts().length > 1);
    expect(posts()).toHaveLength(2);
  });

  it('sends no request in an idle tab', async () => {
    const { kit } = await followed();
    openModal(kit);
    await pass(1_000);
    const before = gateway.asked().length;
    await pass(60 * 60_000);
    expect(gateway.asked()).toHaveLength(before);
    expect(vi.getTimerCount()).toBe(0);
    expect(kinds()).toEqual(['MODAL_OPEN']);
  });

  it('sends queued events when the page unloads, with keepalive', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { kit } = await followed();
    openModal(kit);
    window.dispatchEvent(new Event('pagehide'));
    await until(() => posts().length === 1);
    expect(kinds()).toEqual(['MODAL_OPEN']);
    expect(fetched.mock.calls.at(-1)?.[1]).toMatchObject({ keepalive: true });
  });

  it('posts one by one to a service that rejects lists', async () => {
    gateway.answers['/e'] = ({ body }) => (Array.isArray(body) ? [400, {}] : [202, {}]);
    const { kit } = await followed();
    openModal(kit);
    closeModal(kit);
    await pass(1_000);
    await until(() => posts().length === 3);
    openModal(kit);
    closeModal(kit);
    await pass(5_000);
    await until(() => posts().length === 5);
    expect(posts().map(({ body }) => Array.isArray(body))).toEqual([true, false, false, false, false]);
  });

  it("reports a refused origin once: 'Invalid App Configuration - Origin not found on Allowlist' [ERR-26]", async () => {
    gateway.answers['/e'] = [403, { error: { code: 'ORIGIN_NOT_ALLOWED', message: 'x' } }];
    const { kit } = await followed({ features: { email: false, socials: false } });
    openModal(kit);
    await pass(1_000);
    openModal(kit);
    await pass(5_000);
    expect(posts()).toHaveLength(2);
    expect(kit.store.getState().alerts.map(({ shortMessage }) => shortMessage)).toEqual([
      'Invalid App Configuration - Origin not found on Allowlist',
    ]);
  });
});

describe('error reports', () => {
  it('have type, event, errorType, errorMessage and stackTrace [CALL-14]', async () => {
    const { kit, adapter } = await followed();
    adapter.answer.connect = () => Promise.reject(new Error('internal wallet text'));
    await connect(kit, { connectorId: 'io.one' }).catch(() => undefined);
    await pass(1_000);
    const report = events().find(({ props }) => props.type === 'error')?.props;
    expect(report).toEqual({
      type: 'error',
      event: 'CONNECT',
      errorType: 'FAILED_TO_CONNECT',
      errorMessage: 'Failed to connect',
      stackTrace: expect.stringContaining('connect'),
    });
  });

  it('do not report a refusal', async () => {
    const { kit, adapter } = await followed();
    const { createError } = await import('../../protocol/errors.js');
    adapter.answer.connect = () => Promise.reject(createError('CONNECTION_REJECTED'));
    await connect(kit, { connectorId: 'io.one' }).catch(() => undefined);
    await pass(1_000);
    expect(events().map(({ props }) => props.type)).toEqual(['track']);
  });

  it('leave at most five times in 60 s [TIME-22]', async () => {
    const { kit } = await followed();
    const reports = () => events().filter(({ props }) => props.type === 'error');
    for (let count = 0; count < 6; count++) reportError(kit, 'VIEW', new TypeError(`fault ${count}`));
    await pass(59_000);
    expect(reports()).toHaveLength(5);
    reportError(kit, 'VIEW', new TypeError('too early'));
    await pass(1_000);
    reportError(kit, 'VIEW', new TypeError('in time'));
    await pass(5_000);
    expect(reports().map(({ props }) => props.errorMessage)).toEqual([
      'fault 0',
      'fault 1',
      'fault 2',
      'fault 3',
      'fault 4',
      'in time',
    ]);
  });

  it('carry no secrets', async () => {
    const { kit } = await followed();
    const key = 'ab'.repeat(32);
    reportError(kit, 'RPC', new Error(`https://rpc.example/v3/${key} refused 0x${key} of ada@mail.example`));
    await pass(1_000);
    expect(JSON.stringify(posts()[0]?.body)).not.toMatch(/abab|ada@/);
  });
});

describe('setAnalyticsConsent', () => {
  it('stops everything at once, including queued events, and persists', async () => {
    const storage = memoryStorage();
    const { kit } = await followed({ storage });
    openModal(kit);
    await setAnalyticsConsent(kit, false);
    closeModal(kit);
    await pass(60_000);
    expect(posts()).toEqual([]);
    const asked = gateway.asked('/getAnalyticsConfig').length;
    const again = startedWith({ storage });
    openModal(again.kit);
    await turns();
    await pass(60_000);
    expect(again.kit.store.getState().analyticsConsent).toBe(false);
    expect(gateway.asked('/getAnalyticsConfig')).toHaveLength(asked);
    expect(posts()).toEqual([]);
  });

  it('given later, sends events from then on', async () => {
    const storage = memoryStorage();
    storage.setItem('latchkit.v1.analytics_consent', 'denied');
    const { kit } = startedWith({ storage });
    openModal(kit);
    await pass(1_000);
    await setAnalyticsConsent(kit, true);
    closeModal(kit);
    await pass(1_000);
    expect(kinds()).toEqual(['MODAL_CLOSE']);
  });
});
