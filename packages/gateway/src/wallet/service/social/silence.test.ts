import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import {
  giveEvidenceCall,
  redeemSocialSignInCall,
  type SocialSignInProvider,
  socialEvidence,
} from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../../../test/refused.js';
import { startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { cookieHeader, type SocialVisitor, socialVisitor } from '../../../../test/wallet/socialVisitor.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { errorFields, jsonLog } from '../../../platform/jsonLog.js';
import { saveCredentials } from './credentialStore.js';
import type { Credentials } from './credentials.js';
import { deploymentEvidenceClients } from './evidenceClients.js';
import { oauthClient } from './oauthClient.js';
import { testProvider } from './testProvider.js';

/** Everything that an operator, a log collector or a crash report receives. */
const seen: string[] = [];
// Without the list of secrets: a project's own credentials are not on it.
const log = jsonLog(line => seen.push(line), 'info');

let providers: TestProviders;
let suite: WalletSuite;
let visitor: SocialVisitor;
/** What no text may contain. */
const secrets = new Set<string>();

const canary = () => randomBytes(24).toString('base64url');
const CLIENT_SECRET = canary();
/** The development bot's id, with another secret. */
const BOT_TOKEN = `7000000001:${canary()}`;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Credentials that the providers reject. */
const WRONG: Readonly<Partial<Record<SocialSignInProvider, Credentials>>> = {
  apple: { clientId: 'latchkit-development', teamId: 'TEAM', keyId: 'KEY', privateKey: PRIVATE_KEY },
  facebook: { clientId: 'latchkit-development', clientSecret: CLIENT_SECRET },
  github: { clientId: 'latchkit-development', clientSecret: CLIENT_SECRET },
  google: { clientId: 'latchkit-development', clientSecret: CLIENT_SECRET },
  telegram: { botToken: BOT_TOKEN },
};
let areWrong = false;

const findProvider = async (_: string, provider: SocialSignInProvider) => {
  const setup = providers.setup(provider);
  const wrong = areWrong ? WRONG[provider] : undefined;
  return wrong === undefined ? setup : { ...setup, credentials: wrong };
};

beforeAll(async () => {
  providers = await startProviders('https://wallet.example/v1/auth/social/callback');
  suite = await walletSuite({
    log,
    onError: error => {
      // As the process logs it, and as a crash report prints it.
      log('error', 'unforeseen', errorFields(error));
      seen.push(inspect(error, { depth: 6 }));
    },
    social: { findProvider, client: oauthClient({ allowsHttp: true }) },
    findClient: deploymentEvidenceClients({}, findProvider),
  });
  visitor = socialVisitor(suite, providers);
});
afterAll(async () => {
  await suite.close();
  await providers.close();
});

/** A login up to the provider's response. Everything that it carries is secret. */
async function comeBack(provider: SocialSignInProvider, choice: { person: string; fault?: string }) {
  const begun = await visitor.begin(provider);
  const parameters = await providers.choose(begun.authorizeUrl, choice);
  const { frame, txn, cookie, pass, secret } = begun;
  for (const name of ['state', 'code', 'tgAuthResult']) secrets.add(parameters.get(name) ?? '');
  const telegram = Buffer.from(parameters.get('tgAuthResult') ?? '', 'base64').toString('utf8');
  secrets.add(/"hash":"(\w+)"/.exec(telegram)?.[1] ?? '');
  for (const text of [secret, /=([^;]+)/.exec(cookie)?.[1], /=([^;]+)/.exec(pass)?.[1]])
    secrets.add(text ?? '');
  const { hash, search } = new URL(await visitor.endedAt(begun, await visitor.callback(parameters, cookie)));
  const values = new URLSearchParams(hash.slice(1) || search);
  const resultCode = values.get('resultCode') ?? '';
  secrets.add(resultCode);
  return { frame, txn, secret, pass, resultCode, failure: values.get('failure') };
}

async function enter(provider: SocialSignInProvider) {
  const { frame, txn, secret, pass, resultCode } = await comeBack(provider, { person: 'ada' });
  const body = { txn, secret, resultCode };
  const headers = cookieHeader(pass);
  const redeemed = await frame.ask('frame', redeemSocialSignInCall, { body, headers });
  const evidence = socialEvidence.parse(await frame.unsealJson(redeemed.evidence));
  const { session, authReceipt } = redeemed;
  const given = { evidence, authReceipt, encJwk: frame.encJwk };
  const { approvalGrant } = await frame.ask('vault', giveEvidenceCall, { body: given });
  for (const text of [session.access, session.refresh, authReceipt, approvalGrant, evidence.token])
    secrets.add(text ?? '');
  return { frame, given };
}

describe('logs, metrics and crash reports of social logins', () => {
  it('contain no credential, token, code, state, cookie or result [SEC-48]', async () => {
    for (const text of [CLIENT_SECRET, BOT_TOKEN, BOT_TOKEN.split(':')[1], ...PRIVATE_KEY.split('\n')])
      secrets.add(text ?? '');
    for (const provider of ['google', 'apple', 'github', 'facebook', 'telegram'] as const) {
      const setup = providers.setup(provider);
      for (const value of Object.values({ ...setup.credentials })) {
        if (!/^(latchkit|TEAM|KEY)/i.test(value)) secrets.add(value);
      }
      const { frame, given } = await enter(provider);
      // The evidence again, for another installation, and with a token of which the provider knows nothing.
      const stranger = await suite.frame();
      expect(await refused(stranger.ask('vault', giveEvidenceCall, { body: given }))).toBe(
        '403 GRANT_INVALID',
      );
      const token = canary();
      secrets.add(token);
      const other = { ...given, evidence: { ...given.evidence, token } };
      await frame.call('vault', giveEvidenceCall.path, { body: other });
    }
    const faults = ['tokenError', 'tokenGarbage', 'tokenLarge', 'clockFast', 'wrongIssuer', 'algorithmNone'];
    for (const fault of faults) {
      expect((await comeBack('google', { person: 'ada', fault })).failure).toMatch(/^PROVIDER_/);
    }
    areWrong = true;
    for (const provider of ['google', 'apple', 'github', 'facebook', 'telegram'] as const) {
      const { failure } = await comeBack(provider, { person: 'noor' });
      expect([provider, failure]).toEqual([provider, expect.stringMatching(/^PROVIDER_/)]);
      const setup = await findProvider('', provider);
      const away = { ...setup, developmentBase: 'http://localhost:1' };
      for (const one of [setup, away]) {
        const options = { redirectUri: 'https://wallet.example/cb', allowsHttp: true };
        seen.push(JSON.stringify(await testProvider(one, options)));
      }
    }
    areWrong = false;
    // A result that Telegram did not send.
    const { authorizeUrl, cookie } = await visitor.begin('telegram');
    const returnTo = new URL(new URL(authorizeUrl).searchParams.get('return_to') ?? '');
    const garbage = canary();
    // The error of JSON.parse quotes the start.
    secrets.add(garbage.slice(0, 8));
    returnTo.searchParams.set('tgAuthResult', Buffer.from(garbage).toString('base64'));
    await visitor.callback(returnTo.searchParams, cookie);
    // And failures in the middle: the driver's errors contain the values of their statements.
    const store = suite.services.stores[0];
    if (store === undefined) expect.unreachable('There is no store');
    for (const [table, run] of [
      ['latchkit_wallet.used_grants', () => comeBack('telegram', { person: 'eve' })],
      ['latchkit_wallet.identities', () => enter('google')],
      ['latchkit_vault.approvals', () => enter('github')],
      [
        'latchkit_wallet.social_credentials',
        () => saveCredentials(store, 'shop', 'google', { clientId: 'id', clientSecret: CLIENT_SECRET }),
      ],
    ] as const) {
      await suite.database.query(`alter table ${table} rename to away`);
      await Promise.resolve(run()).catch((error: unknown) => {
        // As the command prints it.
        seen.push(String(error), JSON.stringify(errorFields(error)));
      });
      await suite.database.query(`alter table ${table.split('.')[0]}.away rename to ${table.split('.')[1]}`);
    }
    seen.push((await suite.gateway.metrics.text()).body);
    expect(seen.some(text => text.includes('unforeseen'))).toBe(true);
    expect(seen.filter(text => text.includes('social_sign_in_failed')).length).toBeGreaterThan(10);
    secrets.delete('');
    expect(secrets.size).toBeGreaterThan(60);
    for (const text of seen) {
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });
});
