import { type Context, Hono } from 'hono';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { cacheCounters } from '../../platform/adapters/cacheCounters.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import { answerError, toGatewayError } from '../../platform/http/answerError.js';
import { callerLimits, knownInstallations } from './callerLimits.js';
import { verifyProof } from './verifyProof.js';

const URL = 'https://wallet.example/';
const FLOODER = '192.0.2.1';

async function newInstallation() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  let count = 0;
  const proof = () => {
    count += 1;
    return new SignJWT({ htm: 'GET', htu: URL, jti: `${count}`.padStart(8, '0') })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .setIssuedAt()
      .sign(privateKey);
  };
  return { jkt: await calculateJwkThumbprint(jwk), proof };
}

/** A service with limits of 6 requests and 3 stored proofs a minute and address. */
function started(holder?: { readonly token: string; readonly jkt: string }) {
  const known = knownInstallations();
  const limits = callerLimits({
    address: (context: Context) => context.req.header('X-From') ?? '',
    traffic: undefined,
    holderOf: async token => (token === holder?.token ? holder.jkt : undefined),
    factor: 0.001,
    known,
    refused: () => {},
  });
  const cache = memoryCache();
  const stored: string[] = [];
  const counters = {
    ...cacheCounters(cache, ''),
    increment(key: string, by: number, window: number) {
      stored.push(key);
      return cache.increment(key, by, window);
    },
    read: async () => 0,
  };
  const nonces = { make: () => '', isGood: () => true };
  const app = new Hono()
    .use(limits.arrivals)
    .get('/open', context => context.text('here'))
    .get('/', async context => {
      const admit = (jkt: string) => limits.prove(context, jkt);
      const expected = { method: 'GET', urls: [URL], needsNonce: false };
      await verifyProof(context.req.header('DPoP'), expected, { nonces, counters, admit });
      return context.text('proved');
    });
  app.onError((error, context) =>
    answerError(
      context,
      toGatewayError(error, () => {}),
    ),
  );
  const ask = async (path: string, from: string, headers: Record<string, string> = {}) =>
    (await app.request(path, { headers: { 'X-From': from, ...headers } }, { incoming: {} })).status;
  return { ask, stored, known };
}

describe('callerLimits', () => {
  it('stores no proof of a network above its limit, and those of logged-in installations [SEC-128]', async () => {
    const { ask, stored, known } = started();
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1)
      statuses.push(await ask('/', FLOODER, { DPoP: await (await newInstallation()).proof() }));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(stored).toHaveLength(3);
    const own = await newInstallation();
    known.add(own.jkt);
    expect(await ask('/', FLOODER, { DPoP: await own.proof() })).toBe(200);
    expect(await ask('/', '198.51.100.1', { DPoP: await (await newInstallation()).proof() })).toBe(200);
    expect(stored).toHaveLength(5);
  });

  it('refuses a flooding address in front of everything, but not logged-in installations there [SEC-128]', async () => {
    const owner = await newInstallation();
    const { ask, known } = started({ token: 'header.claims.signature', jkt: owner.jkt });
    for (let at = 0; at < 6; at += 1) expect(await ask('/open', FLOODER)).toBe(200);
    expect(await ask('/open', FLOODER)).toBe(429);
    // A proof alone, another's token, or a token without its key is no login.
    const stranger = await newInstallation();
    const authorization = { Authorization: 'DPoP header.claims.signature' };
    expect(await ask('/', FLOODER, { DPoP: await stranger.proof() })).toBe(429);
    expect(await ask('/open', FLOODER, { DPoP: await stranger.proof(), ...authorization })).toBe(429);
    expect(await ask('/open', FLOODER, authorization)).toBe(429);
    expect(await ask('/open', FLOODER, { DPoP: await owner.proof(), ...authorization })).toBe(200);
    known.add(stranger.jkt);
    expect(await ask('/', FLOODER, { DPoP: await stranger.proof() })).toBe(200);
    expect(await ask('/open', '192.0.2.2')).toBe(200);
  });
});
