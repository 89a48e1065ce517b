import { createHash, randomUUID } from 'node:crypto';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { SocialSignInProvider } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveHttp } from '../../../../../../scripts/lib/serveHttp.mjs';
import { passTime } from '../../../../test/passTime.js';
import { type Choice, startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { evidenceClientOf } from '../../service/social/evidenceClients.js';
import { oauthClient } from '../../service/social/oauthClient.js';
import { GRAPH } from '../../service/social/providers/facebook.js';
import { SOCIAL_PROVIDERS } from '../../service/social/socialProviders.js';
import type { EvidenceClient } from '../../shared/EvidenceClient.js';
import { EVIDENCE_PROVIDERS } from './evidenceProviders.js';
import { type EvidenceContext, evidenceVerifier } from './verifyEvidence.js';

const CALLBACK = 'http://localhost:1/v1/auth/social/callback';
const JKT = 'jkt-of-the-installation';

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders(CALLBACK);
});
afterAll(() => providers.close());
afterEach(() => {
  vi.useRealTimers();
});

const verifier = evidenceVerifier();

function clientOf(provider: SocialSignInProvider): EvidenceClient {
  const { credentials, developmentBase } = providers.setup(provider);
  return { ...evidenceClientOf(provider, credentials), developmentBase };
}

/** Signs in as Ada; returns the sign-in and the evidence that the wallet service passes on. */
async function evidenceOf(provider: SocialSignInProvider, choice: Choice = { person: 'ada' }) {
  const context: EvidenceContext = { txn: randomUUID(), jkt: JKT };
  const values = {
    redirectUri: CALLBACK,
    state: 'state',
    verifier: 'v'.repeat(43),
    nonce: createHash('sha256').update(`lk-nonce|${context.txn}|${JKT}`).digest('base64url'),
  };
  const client = oauthClient({ allowsHttp: true });
  const setup = providers.setup(provider);
  const parameters = await providers.choose(await client.authorizeUrl(setup, values), choice);
  const { subject, token } = await client.identify(setup, values, parameters);
  return { context, evidence: { provider, subject, token } };
}

/** A provider of the test's own, with one key. */
async function foreignKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = 'the only one';
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  let reads = 0;
  let status = 200;
  const { port, close } = await serveHttp(
    (_, response) => {
      reads += 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 200 ? JSON.stringify({ keys: [jwk] }) : '<html>No</html>');
    },
    { port: 0, host: '127.0.0.1' },
  );
  onTestFinished(close);
  return {
    ...{ kid, base: `http://127.0.0.1:${port}` },
    reads: () => reads,
    answer: (next: number) => {
      status = next;
    },
    sign: (claims: object, named = kid) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: named }).sign(privateKey),
  };
}

const VERIFIED = ['google', 'apple', 'github', 'discord', 'facebook'] as const;

describe('evidenceVerifier', () => {
  it.each(VERIFIED)('confirms a user of %s with the provider', async provider => {
    const { context, evidence } = await evidenceOf(provider);
    expect(await verifier.verify(clientOf(provider), context, evidence)).toMatchObject({ kind: 'confirmed' });
  });

  it.each(VERIFIED)('does not confirm another user, client or token of %s', async provider => {
    const { context, evidence } = await evidenceOf(provider);
    const client = clientOf(provider);
    const refused = [
      verifier.verify(client, context, { ...evidence, subject: '10000002' }),
      verifier.verify({ ...client, clientId: 'another-client' }, context, evidence),
      verifier.verify(client, context, { ...evidence, token: 'x.y.z' }),
      verifier.verify(client, context, { ...evidence, token: undefined }),
    ];
    expect(await Promise.all(refused)).toEqual(Array.from({ length: 4 }, () => ({ kind: 'refused' })));
  });

  it.each(['google', 'apple'] as const)(
    'does not confirm an id token of %s for another sign-in or installation',
    async provider => {
      const { context, evidence } = await evidenceOf(provider);
      const client = clientOf(provider);
      expect(await verifier.verify(client, { ...context, jkt: 'another' }, evidence)).toMatchObject({
        kind: 'refused',
      });
      expect(await verifier.verify(client, { ...context, txn: randomUUID() }, evidence)).toMatchObject({
        kind: 'refused',
      });
    },
  );

  it.each(['google', 'apple'] as const)('accepts either issuer of %s (SL-05) (SL-21)', async provider => {
    const { context, evidence } = await evidenceOf(provider, { person: 'ada', fault: 'otherIssuer' });
    expect(await verifier.verify(clientOf(provider), context, evidence)).toEqual({ kind: 'confirmed' });
  });

  it.each(['github', 'discord', 'facebook'] as const)(
    'tells a limit of %s from a refusal (SL-11)',
    async provider => {
      const fault = provider === 'github' ? 'inspectLimited' : 'withoutNonce';
      const { context, evidence } = await evidenceOf(provider, { person: 'new', fault });
      const limited = clientOf(provider);
      const send = fetch;
      vi.stubGlobal('fetch', () =>
        Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '30' } })),
      );
      onTestFinished(() => {
        vi.unstubAllGlobals();
      });
      if (provider === 'github') vi.stubGlobal('fetch', send);
      expect(await verifier.verify(limited, context, evidence)).toEqual({
        kind: 'unavailable',
        retryAfter: 30,
      });
    },
  );

  it.each(['google', 'apple'] as const)(
    'takes an identity of %s in another form, but none that another client asked for',
    async provider => {
      const loose = await evidenceOf(provider, { person: 'ada', fault: 'looseIdentity' });
      expect(await verifier.verify(clientOf(provider), loose.context, loose.evidence)).toEqual({
        kind: 'confirmed',
      });
      const own = await evidenceOf(provider);
      const payload = decodeJwt(own.evidence.token ?? '');
      const keys = await foreignKeys();
      const signed = async (more: object) => {
        const token = await keys.sign({ ...payload, ...more });
        const at = { ...clientOf(provider), developmentBase: keys.base };
        const issued = { ...own.evidence, token };
        return evidenceVerifier().verify(at, own.context, issued);
      };
      const aud = [clientOf(provider).clientId, 'another-client'];
      const iss = keys.base;
      expect(await signed({ iss })).toEqual({ kind: 'confirmed' });
      expect(await signed({ iss, aud, azp: aud[0] })).toEqual({ kind: 'confirmed' });
      expect(await signed({ iss, aud, azp: aud[1] })).toEqual({ kind: 'refused' });
    },
  );

  it.each(['google', 'apple', 'discord', 'facebook'] as const)(
    'reads the keys of %s again for a new one, at once, and still knows that of before',
    async provider => {
      const verdict = async (fault = '') => {
        const { context, evidence } = await evidenceOf(provider, { person: 'new', fault });
        return verifier.verify(clientOf(provider), context, evidence);
      };
      await verdict();
      await providers.idp.rotateKeys();
      expect(await verdict()).toEqual({ kind: 'confirmed' });
      expect(await verdict('oldKey')).toEqual({ kind: 'confirmed' });
    },
  );

  it('reads keys again ten times a minute for tokens that name unknown ones, and is then unavailable for these', async () => {
    const keys = await foreignKeys();
    const client = { ...clientOf('google'), developmentBase: keys.base };
    const { context, evidence } = await evidenceOf('google');
    const payload = decodeJwt(evidence.token ?? '');
    const verify = async (own: ReturnType<typeof evidenceVerifier>, kid: string) => {
      const token = await keys.sign({ ...payload, iss: keys.base }, kid);
      return own.verify(client, context, { ...evidence, token });
    };
    const own = evidenceVerifier();
    for (let count = 0; count < 10; count += 1) {
      expect(await verify(own, `unknown ${count}`)).toEqual({ kind: 'refused' });
    }
    const before = keys.reads();
    expect(await verify(own, 'unknown 10')).toEqual({ kind: 'unavailable', retryAfter: 60 });
    expect(await verify(own, keys.kid)).toEqual({ kind: 'confirmed' });
    expect(keys.reads()).toBe(before);
    passTime(61_000);
    expect(await verify(own, 'unknown 11')).toEqual({ kind: 'refused' });
  });

  it('tells keys that cannot be read from a wrong token', async () => {
    const keys = await foreignKeys();
    const client = { ...clientOf('google'), developmentBase: keys.base };
    const { context, evidence } = await evidenceOf('google');
    for (const status of [403, 404, 429, 500]) {
      keys.answer(status);
      expect(await evidenceVerifier().verify(client, context, evidence)).toMatchObject({
        kind: 'unavailable',
      });
    }
  });

  it("tells Facebook's limit by its code, whatever the status is", async () => {
    const choice = { person: 'new', fault: 'inspectLimitedByCode' };
    const { context, evidence } = await evidenceOf('facebook', choice);
    expect(await verifier.verify(clientOf('facebook'), context, evidence)).toEqual({
      kind: 'unavailable',
      retryAfter: undefined,
    });
  });

  it.each(['text', 'number'])("reads Facebook's ids as %s", async kind => {
    const { context, evidence } = await evidenceOf('facebook', { person: 'new', fault: 'withoutNonce' });
    const idOf = (id: string) => (kind === 'text' ? id : Number(id));
    const inspected = (appId: string) => {
      const data = { is_valid: true, app_id: idOf(appId), user_id: idOf(evidence.subject) };
      const issued = { issued_at: Date.now() / 1_000, expires_at: Date.now() / 1_000 + 5_000_000 };
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: { ...data, ...issued } })));
    };
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const client = { ...clientOf('facebook'), clientId: '138483919580948' };
    inspected('138483919580948');
    expect(await verifier.verify(client, context, evidence)).toEqual({ kind: 'confirmed' });
    inspected('138483919580949');
    expect(await verifier.verify(client, context, evidence)).toEqual({ kind: 'refused' });
  });

  it.each([
    ['discord', 'withoutNonce'],
    ['facebook', 'withoutNonce'],
    ['facebook', 'shortToken'],
  ] as const)(
    'cannot check an old token of %s on its own, and does not refuse it: %s (SL-03) (SL-04)',
    async (provider, fault) => {
      const person = { discord: '31000001', facebook: fault === 'shortToken' ? '31000002' : '31000003' }[
        provider
      ];
      const first = await evidenceOf(provider, { person, fault });
      const isKnownAge = fault !== 'shortToken';
      const verdict = isKnownAge ? 'confirmed' : 'unproven';
      expect(await verifier.verify(clientOf(provider), first.context, first.evidence)).toEqual({
        kind: verdict,
      });
      passTime(40 * 60_000);
      const later = await evidenceOf(provider, { person, fault });
      expect(later.evidence.token).toBe(first.evidence.token);
      const verified = verifier.verify(clientOf(provider), later.context, later.evidence);
      expect(await verified).toEqual({ kind: 'unproven' });
      // Of another user or client, it is wrong.
      const other = { ...later.evidence, subject: '10000002' };
      expect(await verifier.verify(clientOf(provider), later.context, other)).toEqual({ kind: 'refused' });
    },
  );

  it('has the same issuers, keys and versions as the wallet service (SL-05) (SL-18)', () => {
    for (const [id, { idToken, accessToken }] of Object.entries(EVIDENCE_PROVIDERS)) {
      const { protocol } = SOCIAL_PROVIDERS[id as keyof typeof EVIDENCE_PROVIDERS];
      if (protocol.kind === 'openid') {
        expect(idToken?.issuers).toEqual([protocol.issuer, ...protocol.otherIssuers]);
        expect(idToken?.issuersAt('http://localhost:1/x')).toEqual([
          'http://localhost:1/x',
          protocol.otherIssuerAt('http://localhost:1/x'),
        ]);
        if (protocol.endpoints) expect(idToken?.keys).toBe(protocol.issuer + protocol.endpoints.keys);
      }
      if (protocol.kind !== 'oauth') continue;
      expect(idToken !== undefined).toBe(protocol.hasIdToken === true);
      expect(accessToken?.api.startsWith(protocol.api)).toBe(true);
    }
    expect(EVIDENCE_PROVIDERS.facebook?.accessToken?.api).toBe(`https://graph.facebook.com${GRAPH}`);
  });

  it.each(['github', 'discord', 'facebook'] as const)(
    'does not confirm a token of %s that was issued to another client',
    async provider => {
      const choice = { person: 'ada', fault: 'wrongAudience' };
      const { context, evidence } = await evidenceOf(provider, choice);
      expect(await verifier.verify(clientOf(provider), context, evidence)).toMatchObject({ kind: 'refused' });
    },
  );

  it.each(VERIFIED)(
    'does not confirm a token of %s that is ten minutes old, or from the future',
    async provider => {
      const { context, evidence } = await evidenceOf(provider);
      for (const minutes of [10, -20]) {
        passTime(minutes * 60_000);
        expect(await verifier.verify(clientOf(provider), context, evidence)).toMatchObject({
          kind: 'refused',
        });
      }
    },
  );

  it('does not confirm what X says, because the vault cannot tell whom the token is for', async () => {
    const { context, evidence } = await evidenceOf('x');
    expect(await verifier.verify(clientOf('x'), context, { ...evidence, token: 'any' })).toMatchObject({
      kind: 'refused',
    });
  });

  it.each(VERIFIED)('reports that %s is down', async provider => {
    const { context, evidence } = await evidenceOf(provider);
    const down = { ...clientOf(provider), developmentBase: 'http://localhost:1' };
    expect(await evidenceVerifier().verify(down, context, evidence)).toMatchObject({ kind: 'unavailable' });
  });
});
