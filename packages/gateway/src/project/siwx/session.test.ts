import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { jwksAnswer } from 'latchkit/protocol';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, DOMAIN, PAGE, refusal, type Signer, signIn } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { rotateKeys } from './signingKeys.js';

const ISSUER = 'https://gateway.example';
const account = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const eoa: Signer = {
  chainId: 'eip155:1',
  address: account.address,
  sign: message => account.signMessage({ message }),
};

let database: Database;
let gateway: Gateway;

beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, developmentMode: true, publicUrl: ISSUER });
  await gateway.projects.save({ id: 'shop', name: 'Shop', features: {}, allowedOrigins: [] });
});
afterAll(async () => {
  gateway.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the clock without running timers. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

const session = (token: string, on = gateway) => ask(on, '/siwx/v1/session', { token });
const refresh = (refreshToken: string) =>
  ask(gateway, '/siwx/v1/session/refresh', { body: { refreshToken } });
const keys = async () => jwksAnswer.parse((await ask(gateway, '/.well-known/jwks.json')).json);

describe('the token', () => {
  it('is a JWT that the published keys verify, with what a back end needs', async () => {
    const { token, session } = await signIn(gateway, eoa);
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await keys()), {
      issuer: ISSUER,
      audience: DEVELOPMENT_PROJECT_ID,
    });
    expect(payload).toEqual({
      iss: ISSUER,
      aud: DEVELOPMENT_PROJECT_ID,
      sub: `eip155:1:${account.address}`,
      sid: session.id,
      domain: DOMAIN,
      chainId: 'eip155:1',
      iat: expect.any(Number),
      exp: Number(payload.iat) + 3_600,
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
  });

  it('names the URL of the request when no public URL is set', async () => {
    const plain = await createGateway({ database, developmentMode: true });
    const { token } = await signIn(plain, eoa);
    expect(decodeJwt(token).iss).toBe('http://localhost');
    plain.close();
  });

  it('expires with the session, which expires with its message but after 30 days at the latest', async () => {
    const end = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const soon = end(600_000);
    const short = await signIn(gateway, eoa, { expirationTime: soon });
    expect(short.session.expirationTime).toBe(soon);
    expect(Math.abs(Date.parse(short.expirationTime) - Date.parse(soon))).toBeLessThan(1_000);
    const { session } = await signIn(gateway, eoa, { expirationTime: end(1e12) });
    expect(Math.abs(Date.parse(session.expirationTime) - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);
  });
});

describe('GET /siwx/v1/session', () => {
  it('returns the session of the token', async () => {
    const { token, session: signed } = await signIn(gateway, eoa);
    expect((await session(token)).json).toEqual({ session: signed });
  });

  it('refuses a missing token, one of another project, and a forged one', async () => {
    const { token } = await signIn(gateway, eoa);
    const bare = await ask(gateway, '/siwx/v1/session');
    expect([bare.status, bare.json.error.code, bare.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'INVALID_TOKEN',
      'Bearer',
    ]);
    expect(await refusal(ask(gateway, '/siwx/v1/session', { token, project: 'shop' }))).toBe(
      '401 INVALID_TOKEN',
    );
    const claims = decodeJwt(token);
    const { kid } = decodeProtectedHeader(token);
    const unsigned = new UnsecuredJWT(claims).encode();
    // The public key as a shared secret: a verifier that trusts the header would accept it.
    const publicKey = new TextEncoder().encode(JSON.stringify((await keys()).keys[0]));
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', ...(kid === undefined ? {} : { kid }) })
      .sign(publicKey);
    const [head, body, signature = ''] = token.split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, sub: 'eip155:1:0xabc' })).toString('base64url');
    for (const bad of [
      unsigned,
      shared,
      `${head}.${altered}.${signature}`,
      `${head}.${body}.`,
      'x',
      'a.b.c',
      'x'.repeat(5_000),
    ]) {
      expect(await refusal(session(bad)), bad.slice(0, 60)).toBe('401 INVALID_TOKEN');
    }
  });

  it('refuses a token after an hour, and every token of a session that has ended', async () => {
    const { token, refreshToken } = await signIn(gateway, eoa);
    pass(3_600_000);
    expect(await refusal(session(token))).toBe('401 SESSION_EXPIRED');
    const { json } = await refresh(refreshToken);
    expect((await session(json.token)).status).toBe(200);
    pass(7 * 86_400_000);
    expect(await refusal(session(json.token))).toBe('401 SESSION_EXPIRED');
    expect(await refusal(refresh(json.refreshToken))).toBe('401 SESSION_EXPIRED');
  });
});

describe('DELETE /siwx/v1/session', () => {
  it('ends the session immediately', async () => {
    const { token, refreshToken } = await signIn(gateway, eoa);
    const ended = await ask(gateway, '/siwx/v1/session', { method: 'DELETE', token });
    expect([ended.status, ended.json]).toEqual([204, undefined]);
    expect(await refusal(session(token))).toBe('401 SESSION_REVOKED');
    expect(await refusal(refresh(refreshToken))).toBe('401 SESSION_REVOKED');
    expect(await refusal(ask(gateway, '/siwx/v1/session', { method: 'DELETE', token }))).toBe(
      '401 SESSION_REVOKED',
    );
  });

  const end = (token: string, project?: string) =>
    ask(gateway, '/siwx/v1/session', { method: 'DELETE', token, ...(project && { project }) });

  it('ends it with a token that has expired, and with a refresh token, which may have been used', async () => {
    const expired = await signIn(gateway, eoa);
    const current = await signIn(gateway, eoa);
    const used = await signIn(gateway, eoa);
    const { json } = await refresh(used.refreshToken);
    pass(3_700_000);
    for (const token of [expired.token, current.refreshToken, used.refreshToken]) {
      expect((await end(token)).status).toBe(204);
    }
    for (const token of [expired.refreshToken, current.refreshToken, json.refreshToken]) {
      expect(await refusal(refresh(token))).toBe('401 SESSION_REVOKED');
    }
  });

  it('does not end it with what is not a token of it', async () => {
    const { token, refreshToken } = await signIn(gateway, eoa);
    const [id, , mac] = refreshToken.split('.');
    for (const other of [
      id ?? '',
      `${id}.1.${mac}`,
      `${id}.0.${'A'.repeat(43)}`,
      `${token.slice(0, -4)}AAAA`,
    ]) {
      expect(await refusal(end(other)), other).toBe('401 INVALID_TOKEN');
    }
    for (const own of [token, refreshToken])
      expect(await refusal(end(own, 'shop'))).toBe('401 INVALID_TOKEN');
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('allows cross-origin requests', async () => {
    const { headers, status } = await ask(gateway, '/siwx/v1/session', { method: 'OPTIONS', origin: PAGE });
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Methods')).toContain('DELETE');
    expect(headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  });
});

describe('POST /siwx/v1/session/refresh', () => {
  it('returns new tokens of the same session, repeatedly', async () => {
    const first = await signIn(gateway, eoa);
    let { refreshToken } = first;
    for (let count = 0; count < 3; count += 1) {
      pass(1_800_000);
      const { json } = await refresh(refreshToken);
      expect(json.session).toEqual(first.session);
      expect(json.refreshToken).not.toBe(refreshToken);
      expect((await session(json.token)).status).toBe(200);
      refreshToken = json.refreshToken;
    }
  });

  it('returns the same pair to two tabs that refresh at once', async () => {
    const { refreshToken } = await signIn(gateway, eoa);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)));
    pass(9_000);
    answers.push(await refresh(refreshToken));
    const [one] = answers;
    for (const { status, json } of answers) {
      expect([status, json.refreshToken]).toEqual([200, one?.json.refreshToken]);
      expect(decodeJwt(json.token)).toEqual(decodeJwt(one?.json.token));
    }
    expect((await refresh(one?.json.refreshToken)).status).toBe(200);
  });

  it('ends the session when a token is reused after the grace period', async () => {
    const { refreshToken } = await signIn(gateway, eoa);
    const { json } = await refresh(refreshToken);
    pass(11_000);
    expect(await refusal(refresh(refreshToken))).toBe('401 SESSION_REVOKED');
    expect(await refusal(refresh(json.refreshToken))).toBe('401 SESSION_REVOKED');
    expect(await refusal(session(json.token))).toBe('401 SESSION_REVOKED');
  });

  it('ends the session when a much older token is used', async () => {
    const { refreshToken } = await signIn(gateway, eoa);
    const second = (await refresh(refreshToken)).json.refreshToken;
    const third = (await refresh(second)).json;
    expect(await refusal(refresh(refreshToken))).toBe('401 SESSION_REVOKED');
    expect(await refusal(session(third.token))).toBe('401 SESSION_REVOKED');
  });

  it('refuses tokens that it did not issue', async () => {
    const { refreshToken } = await signIn(gateway, eoa);
    const [id, , mac] = refreshToken.split('.');
    const others = ['x', `${id}.1.${mac}`, `${id}.0.${'A'.repeat(43)}`, `${'0'.repeat(32)}.0.${mac}`];
    for (const other of others) expect(await refusal(refresh(other))).toBe('401 INVALID_TOKEN');
    const elsewhere = { body: { refreshToken }, project: 'shop' };
    expect(await refusal(ask(gateway, '/siwx/v1/session/refresh', elsewhere))).toBe('401 INVALID_TOKEN');
    // None of these ended it.
    expect((await refresh(refreshToken)).status).toBe(200);
  });
});

describe('the keys', () => {
  it('are public, without their private part', async () => {
    const { json, headers } = await ask(gateway, '/.well-known/jwks.json', { origin: 'https://any.example' });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Cache-Control')).toBe('public, max-age=60');
    for (const key of json.keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    }
  });

  it('rotate without ending sessions: the new one is published early, the old one is removed late', async () => {
    const before = await signIn(gateway, eoa);
    const oldKid = String(decodeProtectedHeader(before.token).kid);
    const newKid = await rotateKeys(database, false);
    const known = async () => (await keys()).keys.map(({ kid }) => kid);
    pass(11_000);
    expect(await known()).toEqual(expect.arrayContaining([oldKid, newKid]));
    expect(decodeProtectedHeader((await signIn(gateway, eoa)).token).kid).toBe(oldKid);
    pass(120_000);
    const after = await signIn(gateway, eoa);
    expect(decodeProtectedHeader(after.token).kid).toBe(newKid);
    expect((await session(before.token)).status).toBe(200);
    pass(3_500_000);
    expect(await known()).toEqual(expect.arrayContaining([oldKid, newKid]));
    pass(200_000);
    expect(await known()).toEqual([newKid]);
    expect((await refresh(before.refreshToken)).status).toBe(200);
  });

  it('rotate immediately when one was stolen: its tokens are refused, sessions continue', async () => {
    const { token, refreshToken } = await signIn(gateway, eoa);
    await rotateKeys(database, true);
    pass(11_000);
    expect(await refusal(session(token))).toBe('401 INVALID_TOKEN');
    const { json } = await refresh(refreshToken);
    expect((await session(json.token)).status).toBe(200);
  });
});

describe('expired nonces and ended sessions', () => {
  it('are deleted after their retention period', async () => {
    await signIn(gateway, eoa);
    const count = async (table: string) =>
      (await database.query(`select count(*)::int as n from ${table}`))[0]?.n;
    pass(61 * 86_400_000);
    await signIn(gateway, eoa);
    expect([await count('siwx_nonces'), await count('siwx_sessions')]).toEqual([1, 1]);
  });
});
