import { analyticsAnswer, MAX_ANALYTICS_BATCH } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { eventStore } from './store.js';

const HOME = 'https://shop.example';

let database: Database;
let gateway: Gateway;
const unforeseen: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, onError: error => unforeseen.push(error) });
  const shop = { name: 'Shop', features: {}, allowedOrigins: [HOME] };
  await gateway.projects.save({ ...shop, id: 'shop' });
  await gateway.projects.save({ ...shop, id: 'other', allowedOrigins: [] });
  await gateway.projects.save({ ...shop, id: 'quiet', isAnalyticsEnabled: false });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
});

const event = (eventId: string, props: Record<string, unknown> = {}) => ({
  eventId,
  url: `${HOME}/pay`,
  domain: 'shop.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'CONNECT_SUCCESS', address: '0xabc', ...props },
});

async function post(body: unknown, { project = 'shop', origin = HOME } = {}) {
  const response = await gateway.app.request(`/e?projectId=${project}&st=html&sv=1.0.0`, {
    method: 'POST',
    // The content type that `sendBeacon` sends.
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', Origin: origin },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

const stored = async (projectId: string) => eventStore(database).find({ projectId, limit: 1_000 });

describe('POST /e', () => {
  it('stores an event with its SDK once, even if it is sent repeatedly (CALL-11) (CALL-12)', async () => {
    const first = await post(event('a'));
    expect([first.status, analyticsAnswer.parse(first.json)]).toEqual([202, { accepted: 1 }]);
    expect((await post([event('a'), event('a'), event('b')])).json).toEqual({ accepted: 3 });
    expect(await post(event('a'), { project: 'other' })).toMatchObject({ status: 202 });
    const events = await stored('shop');
    expect(events.map(({ eventId }) => eventId)).toEqual(['b', 'a']);
    expect(events[1]).toMatchObject({
      type: 'track',
      event: 'CONNECT_SUCCESS',
      address: '0xabc',
      url: `${HOME}/pay`,
      domain: 'shop.example',
      sdkType: 'html',
      sdkVersion: '1.0.0',
      occurredAt: new Date(1_700_000_000_000),
      props: { type: 'track', event: 'CONNECT_SUCCESS', address: '0xabc' },
    });
    expect(await stored('other')).toHaveLength(1);
  });

  it('stores an error report whole (CALL-14)', async () => {
    const report = { type: 'error', event: 'E', errorType: 'T', errorMessage: 'M', stackTrace: 'a\nb' };
    await post(event('report', report));
    const [found] = await eventStore(database).find({ type: 'error', limit: 1 });
    expect(found?.props).toMatchObject(report);
  });

  it('replaces characters that the database rejects', async () => {
    const text = `NUL \0 half \ud800 pair \u{1f600} "'\\u0000; drop table events; --`;
    expect(await post(event('odd\0', { text, deep: [[text]] }))).toMatchObject({ status: 202 });
    const [found] = await stored('shop');
    expect(found?.eventId).toBe('odd\ufffd');
    expect(found?.props.text).toBe(`NUL \ufffd half \ufffd pair \u{1f600} "'\\u0000; drop table events; --`);
    expect(unforeseen).toEqual([]);
  });

  it('accepts the latest possible time', async () => {
    expect(await post({ ...event('late'), timestamp: 8.64e15 })).toMatchObject({ status: 202 });
    const [found] = await stored('shop');
    expect(found?.occurredAt.toISOString()).toBe('9999-12-31T23:59:59.999Z');
  });

  it('accepts a full batch, and no larger one', async () => {
    const events = Array.from({ length: MAX_ANALYTICS_BATCH }, (_, index) => event(`batch ${index}`));
    expect((await post(events)).json).toEqual({ accepted: MAX_ANALYTICS_BATCH });
    expect((await post([...events, event('more')])).status).toBe(400);
  });

  it.each<[string, (length: number) => object, number]>([
    ['an id', length => ({ eventId: 'i'.repeat(length) }), 100],
    ['a page', length => ({ url: 'u'.repeat(length) }), 2_048],
    ['a host name', length => ({ domain: 'd'.repeat(length) }), 255],
    ['a kind', length => ({ props: { type: 't'.repeat(length), event: 'E' } }), 40],
    ['a name', length => ({ props: { type: 'track', event: 'E'.repeat(length) } }), 100],
    ['an account', length => ({ props: { type: 'track', event: 'E', address: 'a'.repeat(length) } }), 200],
  ])('accepts %s up to its maximum length, and no longer', async (_, made, limit) => {
    expect((await post({ ...event(`limit ${limit}`), ...made(limit) })).status).toBe(202);
    expect((await post({ ...event('beyond'), ...made(limit + 1) })).status).toBe(400);
  });

  it('refuses an empty id, and a time before 1970', async () => {
    expect((await post({ ...event('x'), eventId: '' })).status).toBe(400);
    expect((await post({ ...event('x'), timestamp: -1 })).status).toBe(400);
  });

  it('refuses a page that is not allowed', async () => {
    const refused = await post(event('foreign'), { origin: 'https://evil.example' });
    expect(refused).toMatchObject({ status: 403, json: { error: { code: 'ORIGIN_NOT_ALLOWED' } } });
  });

  it('stores nothing for a project whose analytics are off', async () => {
    expect((await post(event('q'), { project: 'quiet' })).json).toEqual({ accepted: 0 });
    expect(await stored('quiet')).toEqual([]);
  });

  const { props: _, ...withoutProps } = event('x');
  it.each([
    ['no JSON', '{', 400, 'INVALID_BODY'],
    ['nothing', '', 400, 'INVALID_BODY'],
    ['a number', '7', 400, 'INVALID_BODY'],
    ['no events', [], 400, 'INVALID_BODY'],
    ['no props', withoutProps, 400, 'INVALID_BODY'],
    ['a time as text', { ...event('x'), timestamp: '2026' }, 400, 'INVALID_BODY'],
    ['a time beyond all calendars', { ...event('x'), timestamp: 1e300 }, 400, 'INVALID_BODY'],
    ['a long address', { ...event('x'), url: 'x'.repeat(2_049) }, 400, 'INVALID_BODY'],
    ['deep nesting', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 400, 'INVALID_BODY'],
    ['deep props', event('x', { a: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }), 400, 'INVALID_BODY'],
    ['too much', event('x', { text: 'x'.repeat(300_000) }), 413, 'BODY_TOO_LARGE'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await post(body)).toEqual({ status, json: { error: { code, message: expect.any(String) } } });
  });

  it.each([
    ['no project', '', 400],
    ['an unknown project', '?projectId=none', 404],
    ['a project like SQL', `?projectId=${encodeURIComponent("' or 1=1 --")}`, 400],
  ])('refuses %s', async (_, query, status) => {
    const response = await gateway.app.request(`/e${query}`, {
      method: 'POST',
      body: JSON.stringify(event('x')),
    });
    expect(response.status).toBe(status);
  });

  it('stores a network its part of a day and not more, and deletes events after 90 days [SEC-115]', async () => {
    const own = await openTestDatabase();
    const small = await createGateway({ database: own, storage: { eventBytes: 1_000_000 } });
    onTestFinished(async () => {
      await small.close();
      await own.close();
    });
    await small.projects.save({ id: 'shop', name: 'Shop', features: {}, allowedOrigins: [HOME] });
    const send = async (name: string) => {
      const response = await small.app.request('/e?projectId=shop&st=html&sv=1.0.0', {
        method: 'POST',
        headers: { Origin: HOME },
        body: JSON.stringify(event(name, { text: 'x'.repeat(30_000) })),
      });
      return response.status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push(await send(`flood ${count}`));
    expect(statuses).toEqual([202, 202, 202, 429, 429, 429]);
    // A sign-in has a quota of its own.
    const nonce = await small.app.request('/siwx/v1/nonce?projectId=shop&st=html&sv=1.0.0', {
      method: 'POST',
      headers: { Origin: HOME },
      body: JSON.stringify({ domain: 'shop.example' }),
    });
    expect(nonce.status).toBe(200);
    await own.query(`update events set received_at = now() - interval '91 days' where event_id = 'flood 0'`);
    await own.query(`update events set received_at = now() - interval '89 days' where event_id = 'flood 1'`);
    const later = await createGateway({ database: own });
    onTestFinished(() => later.close());
    await later.app.request('/e?projectId=shop&st=html&sv=1.0.0', {
      method: 'POST',
      headers: { Origin: HOME },
      body: JSON.stringify(event('later')),
    });
    const left = await eventStore(own).find({ projectId: 'shop', limit: 10 });
    expect(left.map(({ eventId }) => eventId)).toEqual(['later', 'flood 2', 'flood 1']);
  });
});
