import { createHash, randomUUID } from 'node:crypto';
import type { SocialSignInProvider } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
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
