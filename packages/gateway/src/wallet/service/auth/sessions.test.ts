import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { endSessionCall, readSessionCall, refreshSessionCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { everyRequest } from '../../../../test/wallet/everyRequest.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const session = (frame: WalletFrame, access: string, more = {}) =>
  refused(frame.ask('frame', readSessionCall, { access, ...more }));
/** `exchange` defaults to a new id. */
const refresh = (frame: WalletFrame, token: string, exchange: string = crypto.randomUUID()) =>
  frame.ask('frame', refreshSessionCall, { body: { refresh: token, exchange } });

async function signedIn(email = suite.address()) {
  const frame = await suite.frame();
  return { frame, email, ...(await frame.signIn(email)) };
}

describe('stolen tokens', () => {
  it('are refused everywhere without the key [SEC-39]', async () => {
    const victim = await signedIn();
    const { access, refresh: token } = victim.session;
    const thief = await suite.frame();
    const calls = everyRequest
      .map(({ call }) => call)
      .filter(({ auth }) => ['session', 'portal'].includes(auth));
    expect(calls.length).toBeGreaterThan(30);
    for (const { method, path } of calls) {
      const body = method === 'GET' ? {} : { body: {} };
      const place = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      const { status, json } = await thief.call('frame', place, { method, access, ...body });
      expect([path, status, json.error?.code]).toEqual([path, 401, 'INVALID_SESSION']);
    }
    expect(await refused(refresh(thief, token))).toBe('401 INVALID_SESSION');
    // As a bearer token, and with the victim's own proof for another call.
    const proof = await victim.frame.proof('GET', `${suite.servers.frameUrl}/v1/session`);
    const headers = { Authorization: `Bearer ${access}` };
    expect(await session(thief, access, { headers })).toBe('401 INVALID_DPOP_PROOF');
    expect(await session(thief, access, { proof })).toBe('401 INVALID_DPOP_PROOF');
    // The victim's session continues.
    expect(await session(victim.frame, access)).toBe('not refused');
    await refresh(victim.frame, token);
  });
});

describe('a proof', () => {
  it('is refused when anything of it is wrong [SEC-40]', async () => {
    const { frame, session: tokens } = await signedIn();
    const { access } = tokens;
    const url = `${suite.servers.frameUrl}/v1/session`;
    const nonce = (await frame.call('frame', '/v1/session', { access })).headers.get('DPoP-Nonce') ?? '';
    const now = Math.floor(Date.now() / 1_000);
    const wrong: readonly Readonly<Record<string, unknown>>[] = [
      { htm: 'POST' },
      { htu: `${suite.servers.vaultUrl}/v1/session` },
      { htu: `${suite.servers.frameUrl}/v1/sessions` },
      { ath: 'x'.repeat(43) },
      { ath: undefined },
      { iat: now - 62 },
      { iat: now + 62 },
      { jti: undefined },
      { jti: 'short' },
    ];
    for (const claims of wrong) {
      expect(await session(frame, access, { claims: { nonce, ...claims } })).toBe('401 INVALID_DPOP_PROOF');
    }
    for (const claims of [{ nonce: undefined }, { nonce: 'mine' }, { nonce: `${nonce}x` }]) {
      expect(await session(frame, access, { claims })).toBe('401 USE_DPOP_NONCE');
    }
    const payload = decodeJwt(await frame.proof('GET', url, { nonce }));
    const header = { typ: 'dpop+jwt', jwk: frame.jwk };
    const secret = new TextEncoder().encode(JSON.stringify(frame.jwk));
    const none = new UnsecuredJWT(payload).encode();
    const shared = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', ...header }).sign(secret);
    for (const proof of [none, shared, 'x', 'a.b.c', 'x'.repeat(5_000)]) {
      expect(await session(frame, access, { proof })).toBe('401 INVALID_DPOP_PROOF');
    }
  });

  it('is good once, and its nonce for five minutes [SEC-40]', async () => {
    const { frame, email } = await signedIn();
    const url = `${suite.servers.frameUrl}/v1/auth/email/start`;
    const nonce = (await frame.call('frame', '/v1/session')).headers.get('DPoP-Nonce') ?? '';
    passTime(31_000);
    const proof = await frame.proof('POST', url, { nonce });
    const send = () => frame.call('frame', '/v1/auth/email/start', { body: { email }, proof });
    expect((await send()).status).toBe(200);
    expect((await send()).json.error?.code).toBe('INVALID_DPOP_PROOF');
    passTime(301_000);
    const late = await frame.call('frame', '/v1/session', { claims: { nonce } });
    expect(late.json.error?.code).toBe('USE_DPOP_NONCE');
    // The response carries the nonce for the next call.
    expect(late.headers.get('DPoP-Nonce')).toBeTruthy();
    expect(Math.abs(Number(late.headers.get('Latchkit-Time')) - Date.now())).toBeLessThan(5_000);
  });
});

describe('a session', () => {
  it('is good for the project and origin that it was made for [SEC-42]', async () => {
    const { frame, session: tokens } = await signedIn();
    await suite.gateway.projects.save({ id: 'other', name: 'Other', features: {}, allowedOrigins: [] });
    for (const page of [
      { ...PAGE, origin: 'https://evil.example' },
      { ...PAGE, project: 'other' },
    ]) {
      expect(await session(frame, tokens.access, { page })).toBe('401 INVALID_SESSION');
      const body = { refresh: tokens.refresh, exchange: crypto.randomUUID() };
      const answer = await frame.call('frame', '/v1/token/refresh', { body, page });
      expect(answer.json.error?.code).toBe('INVALID_SESSION');
    }
    expect(await session(frame, tokens.access)).toBe('not refused');
  });

  it('expires ten minutes after its last token, continues after a refresh, and ends for good', async () => {
    const { frame, session: tokens } = await signedIn();
    passTime(600_000);
    expect(await session(frame, tokens.access)).toBe('401 INVALID_SESSION');
    const { session: next } = await refresh(frame, tokens.refresh);
    expect(next.sid).toBe(tokens.sid);
    expect(await session(frame, next.access)).toBe('not refused');
    passTime(7 * 86_400_000 + 1_000);
    expect(await refused(refresh(frame, next.refresh))).toBe('401 INVALID_SESSION');
  });

  it('ends when a refresh token comes twice, and its user hears of it [SEC-41]', async () => {
    const { frame, email, session: tokens } = await signedIn();
    const { session: next } = await refresh(frame, tokens.refresh);
    expect(await refused(refresh(frame, tokens.refresh))).toBe('401 REFRESH_REUSED');
    expect(await refused(refresh(frame, next.refresh))).toBe('401 INVALID_SESSION');
    expect(await session(frame, next.access)).toBe('401 INVALID_SESSION');
    expect(suite.inbox.mails(email).at(-1)?.subject).toBe('You were logged out for your security');
  });

  it('repeats an exchange whose response was lost, until its new token is used [SEC-41]', async () => {
    const { frame, email, session: tokens } = await signedIn();
    const mails = suite.inbox.mails(email).length;
    const exchange = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => refresh(frame, tokens.refresh, exchange)));
    const [next = ''] = new Set(answers.map(answer => answer.session.refresh));
    expect(new Set(answers.map(answer => answer.session.refresh))).toEqual(new Set([next]));
    // A visitor who closed the page at that moment returns the next day.
    passTime(86_400_000);
    const late = await refresh(frame, tokens.refresh, exchange);
    expect(late.session.refresh).toBe(next);
    expect(await session(frame, late.session.access)).toBe('not refused');
    expect(suite.inbox.mails(email)).toHaveLength(mails);
    const last = await refresh(frame, next);
    expect(await refused(refresh(frame, tokens.refresh, exchange))).toBe('401 REFRESH_REUSED');
    expect(await refused(refresh(frame, last.session.refresh))).toBe('401 INVALID_SESSION');
    expect(suite.inbox.mails(email).at(-1)?.subject).toBe('You were logged out for your security');
  });

  it('refuses a known exchange without its key or with another token [SEC-41]', async () => {
    const { frame, session: tokens } = await signedIn();
    const exchange = crypto.randomUUID();
    const { session: next } = await refresh(frame, tokens.refresh, exchange);
    const thief = await suite.frame();
    expect(await refused(refresh(thief, tokens.refresh, exchange))).toBe('401 INVALID_SESSION');
    const other = await signedIn();
    const { session: theirs } = await refresh(other.frame, other.session.refresh, exchange);
    expect(theirs.refresh).not.toBe(next.refresh);
    expect(await session(frame, next.access)).toBe('not refused');
  });

  it('is refreshed once when many requests use its token at once', async () => {
    const { frame, session: tokens } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refused(refresh(frame, tokens.refresh))),
    );
    expect(answers.filter(answer => answer === 'not refused')).toHaveLength(1);
  });

  it('ends when it is revoked', async () => {
    const { frame, session: tokens } = await signedIn();
    await frame.ask('frame', endSessionCall, { body: {}, access: tokens.access });
    expect(await session(frame, tokens.access)).toBe('401 INVALID_SESSION');
    expect(await refused(refresh(frame, tokens.refresh))).toBe('401 INVALID_SESSION');
  });
});
