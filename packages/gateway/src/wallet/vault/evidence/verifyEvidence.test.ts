import { createHash, randomUUID } from 'node:crypto';
import type { SocialSignInProvider } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { type Choice, startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { evidenceClientOf } from '../../service/social/evidenceClients.js';
import { oauthClient } from '../../service/social/oauthClient.js';
import type { EvidenceClient } from '../../shared/EvidenceClient.js';
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
    expect(await verifier.verify(clientOf(provider), context, evidence)).toBe('confirmed');
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
    expect(await Promise.all(refused)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  it.each(['google', 'apple'] as const)(
    'does not confirm an id token of %s for another sign-in or installation',
    async provider => {
      const { context, evidence } = await evidenceOf(provider);
      const client = clientOf(provider);
      expect(await verifier.verify(client, { ...context, jkt: 'another' }, evidence)).toBe('refused');
      expect(await verifier.verify(client, { ...context, txn: randomUUID() }, evidence)).toBe('refused');
    },
  );

  it.each(['github', 'discord', 'facebook'] as const)(
    'does not confirm a token of %s that was issued to another client',
    async provider => {
      const choice = { person: 'ada', fault: 'wrongAudience' };
      const { context, evidence } = await evidenceOf(provider, choice);
      expect(await verifier.verify(clientOf(provider), context, evidence)).toBe('refused');
    },
  );

  it.each(VERIFIED)(
    'does not confirm a token of %s that is ten minutes old, or from the future',
    async provider => {
      const { context, evidence } = await evidenceOf(provider);
      for (const minutes of [10, -20]) {
        passTime(minutes * 60_000);
        expect(await verifier.verify(clientOf(provider), context, evidence)).toBe('refused');
      }
    },
  );

  it('does not confirm what X says, because the vault cannot tell whom the token is for', async () => {
    const { context, evidence } = await evidenceOf('x');
    expect(await verifier.verify(clientOf('x'), context, { ...evidence, token: 'any' })).toBe('refused');
  });

  it.each(VERIFIED)('reports that %s is down', async provider => {
    const { context, evidence } = await evidenceOf(provider);
    const down = { ...clientOf(provider), developmentBase: 'http://localhost:1' };
    expect(await evidenceVerifier().verify(down, context, evidence)).toBe('unavailable');
  });
});
