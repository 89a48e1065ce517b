import { createHash, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import {
  enrolInstallationCall,
  giveEvidenceCall,
  putRecoveryCall,
  readServiceKeysCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  type SocialSignInProvider,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { startProviders, type TestProviders } from '../../../test/wallet/socialProviders.js';
import { type Redeemed, type SocialVisitor, socialVisitor } from '../../../test/wallet/socialVisitor.js';
import { sealTo } from '../../../test/wallet/testWallet.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';
import { deploymentEvidenceClients } from '../service/social/evidenceClients.js';
import { oauthClient } from '../service/social/oauthClient.js';
import type { FindProvider } from '../service/social/SocialParts.js';
import type { FindEvidenceClient } from '../shared/EvidenceClient.js';
import { identityHash } from '../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

const ADA = { person: 'ada' };
const NOOR = { person: 'noor' };
/** Another person each time. */
const NEW = { person: 'new' };

let providers: TestProviders;
let suite: WalletSuite;
let visitor: SocialVisitor;
const findProvider: FindProvider = async (_, provider) => providers.setup(provider);

const suiteWith = (findClient: FindEvidenceClient, database?: WalletSuite['database']) =>
  walletSuite({
    ...(database && { database }),
    social: { findProvider, client: oauthClient({ allowsHttp: true }) },
    findClient,
  });

beforeAll(async () => {
  providers = await startProviders('https://wallet.example/v1/auth/social/callback');
  suite = await suiteWith(deploymentEvidenceClients({}, findProvider));
  visitor = socialVisitor(suite, providers);
});
afterAll(async () => {
  await suite.close();
  await providers.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Another process on the same database, whose vault has other credentials. */
async function processWith(findClient: FindEvidenceClient) {
  const made = await suiteWith(findClient, suite.database);
  onTestFinished(async () => {
    made.services.endWaits();
    await made.gateway.close();
  });
  return made;
}

const ALL = ['google', 'apple', 'github', 'discord', 'facebook', 'x', 'telegram'] as const;
const VERIFIED = ['google', 'apple', 'github', 'discord', 'facebook'] as const;

/** Signs in, and receives what opens the wallet. */
async function enter(provider: SocialSignInProvider, choice = ADA) {
  const redeemed = await visitor.signIn(provider, choice);
  return { redeemed, frame: redeemed.frame, signedIn: await visitor.giveEvidence(redeemed) };
}

const give = ({ frame, given }: Redeemed, more: object = {}) =>
  refused(frame.ask('vault', giveEvidenceCall, { body: { ...given, ...more } }));

/** The claims of a service's token. */
const claimsOf = (token = '') => z.looseObject({ txn: z.string() }).parse(decodeJwt(token));

const evidenceOf = ({ given }: Redeemed, more: object) => ({ evidence: { ...given.evidence, ...more } });

describe('a wallet of a social identity', () => {
  it.each(ALL)('is created with %s, and the same on a second installation', async provider => {
    const one = await enter(provider);
    const account = await one.frame.create(one.signedIn);
    const { seed } = await one.frame.open(one.signedIn.session.access);
    // Results of Telegram are equal within a second, and valid once.
    if (provider === 'telegram') passTime(2_000);
    const two = await enter(provider);
    expect(two.signedIn.user).toMatchObject({ wallet: account, isEnrolled: false });
    expect(await two.frame.recover(two.signedIn)).toEqual({ account, seed });
    // From now on, the sign-in alone opens it there.
    if (provider === 'telegram') passTime(4_000);
    const again = await visitor.signIn(provider, ADA, two.frame);
    expect(again.user).toMatchObject({ wallet: account, isEnrolled: true });
    expect(await two.frame.open(again.session.access)).toEqual({ account, seed });
  });

  it('gets a new wallet key on request', async () => {
    const eve = { person: 'eve' };
    const { frame, signedIn } = await enter('google', eve);
    const account = await frame.create(signedIn);
    const portal = frame.at(suite.portalPage);
    const again = await visitor.giveEvidence(await visitor.signIn('google', eve, portal));
    expect(await portal.rekey(again)).toEqual({ ...account, epoch: 2 });
    expect((await portal.open(again.session.access)).account.epoch).toBe(2);
  });

  it('belongs to one identity: another person or provider has another', async () => {
    const mine = await enter('discord', NEW);
    const { walletId } = await mine.frame.create(mine.signedIn);
    for (const other of [await enter('discord', NEW), await enter('github', NOOR)]) {
      const { approvalGrant, authReceipt, session } = other.signedIn;
      const body = { approvalGrant, authReceipt, walletId, epoch: 1, version: null };
      expect(await refused(other.frame.ask('vault', releaseRecoveryCall, { body }))).toBe(
        '403 ACCOUNT_MISMATCH',
      );
      const half = other.frame.ask('frame', releaseRecoveryShareCall, {
        body: { approvalGrant, walletId },
        access: session.access,
      });
      expect(await refused(half)).toBe('404 WALLET_NOT_FOUND');
    }
  });

  it('opens at neither service with the grant of another sign-in', async () => {
    const mine = await enter('google', NOOR);
    const { walletId } = await mine.frame.create(mine.signedIn);
    const later = await visitor.signIn('google', NOOR);
    const { approvalGrant } = mine.signedIn;
    const half = later.frame.ask('frame', releaseRecoveryShareCall, {
      body: { approvalGrant },
      access: later.session.access,
    });
    expect(await refused(half)).toBe('403 GRANT_INVALID');
    const body = { approvalGrant, authReceipt: later.authReceipt, walletId, epoch: 1, version: null };
    expect(await refused(later.frame.ask('vault', releaseRecoveryCall, { body }))).toBe('403 GRANT_INVALID');
  });

  it('is not opened on a new installation that did not open the recovery set', async () => {
    const mine = await enter('facebook', NOOR);
    await mine.frame.create(mine.signedIn);
    const { frame, session } = await visitor.signIn('facebook', NOOR);
    const { keys } = await frame.ask('frame', readServiceKeysCall);
    const half = await sealTo({ ...keys.find(({ use }) => use === 'enc') }, { half: Buffer.alloc(32, 1) });
    const enrolled = frame.ask('frame', enrolInstallationCall, {
      body: { epoch: 1, half },
      access: session.access,
    });
    expect(await refused(enrolled)).toBe('403 GRANT_INVALID');
  });
});

describe('grantForEvidence', () => {
  it.each(ALL)('returns the same grant if the response was lost, with %s', async provider => {
    const redeemed = await visitor.signIn(provider, NEW);
    const first = await visitor.giveEvidence(redeemed);
    const second = await visitor.giveEvidence(redeemed);
    expect(claimsOf(second.approvalGrant)).toEqual(claimsOf(first.approvalGrant));
  });

  it.each(ALL)(
    'refuses evidence of %s for another user, provider, sign-in or installation',
    async provider => {
      const mine = await visitor.signIn(provider, NEW);
      const other = await visitor.signIn(provider, NEW);
      const otherProvider = provider === 'x' ? 'telegram' : 'x';
      expect(await give(mine, evidenceOf(mine, { subject: other.given.evidence.subject }))).toBe(
        '403 GRANT_INVALID',
      );
      expect(await give(mine, evidenceOf(mine, { provider: otherProvider }))).toBe('403 GRANT_INVALID');
      expect(await give(mine, { authReceipt: other.given.authReceipt })).toBe('403 GRANT_INVALID');
      const stranger = await suite.frame();
      expect(await give({ ...mine, frame: stranger })).toBe('403 GRANT_INVALID');
      expect(await give(mine)).toBe('not refused');
    },
  );

  it.each(VERIFIED)('refuses a receipt without a token of %s that confirms it [SEC-29]', async provider => {
    const victim = await enter(provider, NEW);
    const { walletId } = await victim.frame.create(victim.signedIn);
    const attacker = await visitor.signIn(provider, NEW);
    const { frame, given } = attacker;
    const { subject } = victim.redeemed.given.evidence;
    // A wallet service that signs whatever the attacker wants.
    const receiptFor = (txn: string) => {
      const now = Math.floor(Date.now() / 1_000);
      return suite.services.stores[0]?.keys.sign(TOKEN_KINDS.authReceipt, {
        ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: frame.jkt },
        ...{ idh: identityHash(txn, provider, subject), jti: randomUUID(), iat: now, exp: now + 60 },
      });
    };
    for (const token of [given.evidence.token, undefined]) {
      const body = { authReceipt: await receiptFor(randomUUID()), evidence: { provider, subject, token } };
      expect(await give(attacker, body)).toBe('403 GRANT_INVALID');
    }
    const { approvalGrant } = await visitor.giveEvidence(attacker);
    const authReceipt = await receiptFor(claimsOf(approvalGrant).txn);
    const body = { approvalGrant, authReceipt, walletId, epoch: 1, version: null };
    expect(await refused(frame.ask('vault', releaseRecoveryCall, { body }))).toBe('403 GRANT_INVALID');
  });

  it('refuses a token of github in a second sign-in, although it names none', async () => {
    const first = await visitor.signIn('github', NOOR);
    const second = await visitor.signIn('github', NOOR);
    await visitor.giveEvidence(first);
    const { token } = first.given.evidence;
    expect(await give(second, evidenceOf(second, { token }))).toBe('403 GRANT_INVALID');
    expect(await give(second)).toBe('not refused');
  });

  it.each(['google', 'apple', 'discord', 'facebook'] as const)(
    'counts an id token of %s as used whatever its signature is (SL-09)',
    async provider => {
      const first = await visitor.signIn(provider, NEW);
      await visitor.giveEvidence(first);
      const { token = '' } = first.given.evidence;
      const [header, payload] = token.split('.');
      const spent = createHash('sha256').update(`${provider}|${header}.${payload}`).digest('base64url');
      const rows = await suite.database.query(
        'select used_for from latchkit_vault.used_grants where jti = $1',
        [spent],
      );
      expect(rows).toHaveLength(1);
    },
  );

  it.each([
    ['discord', 'withoutNonce', '32000001'],
    ['facebook', 'withoutNonce', '32000002'],
    ['facebook', 'shortToken', '32000003'],
  ] as const)(
    'lets a second device in with a token that %s gives again, by the receipt: %s (SL-03) (SL-04)',
    async (provider, fault, person) => {
      const choice = { person, fault };
      const one = await enter(provider, choice);
      const account = await one.frame.create(one.signedIn);
      const two = await enter(provider, choice);
      expect(two.redeemed.given.evidence.token).toBe(one.redeemed.given.evidence.token);
      expect((await two.frame.recover(two.signedIn)).account).toEqual(account);
      // The receipt is used once.
      const stranger = await suite.frame();
      expect(await give({ ...two.redeemed, frame: stranger })).toBe('403 GRANT_INVALID');
    },
  );

  it('refuses an expired receipt, before and after it has a grant', async () => {
    const late = await visitor.signIn('x', NEW);
    const { frame, signedIn } = await enter('google', NEW);
    passTime(WALLET_TIMES.authReceipt + 1_000);
    const { approvalGrant, authReceipt } = signedIn;
    const body = { approvalGrant, authReceipt, epoch: 1, half: 'a.b.c.d.e' };
    const put = frame.ask('vault', putRecoveryCall, { params: { walletId: randomUUID() }, body });
    expect(await refused(put)).toBe('403 GRANT_INVALID');
    passTime(WALLET_TIMES.link);
    expect(await give(late)).toBe('403 GRANT_INVALID');
  });

  it('accepts only tokens for the clients of the vault, whatever the wallet service uses', async () => {
    const own = deploymentEvidenceClients({}, findProvider);
    const elsewhere = await processWith(async (project, provider) => {
      const client = await own(project, provider);
      return client && { ...client, clientId: 'a-client-of-the-vault' };
    });
    const there = socialVisitor(elsewhere, providers);
    for (const provider of VERIFIED) {
      expect(await give(await there.signIn(provider, ADA))).toBe('403 GRANT_INVALID');
    }
  });

  it('accepts no provider that the vault has no credentials of, and none that is down', async () => {
    const without = await processWith(async () => undefined);
    const away = await processWith(async () => ({
      clientId: 'latchkit-development',
      owner: 'deployment',
      developmentBase: 'http://localhost:1',
    }));
    for (const provider of ALL) {
      const redeemed = await socialVisitor(without, providers).signIn(provider, NEW);
      expect(await give(redeemed)).toBe('403 PROVIDER_UNAVAILABLE');
    }
    for (const provider of VERIFIED) {
      const redeemed = await socialVisitor(away, providers).signIn(provider, ADA);
      expect(await give(redeemed)).toBe('403 PROVIDER_UNAVAILABLE');
    }
  });

  it('records whether the vault or only the wallet service vouched for the identity', async () => {
    const actions = async (redeemed: Redeemed) => {
      await visitor.giveEvidence(redeemed);
      const rows = await suite.database.query(
        `select action from latchkit_vault.audit where actor = $1 and action like 'approval.%'`,
        [redeemed.frame.jkt],
      );
      return rows.map(({ action }) => action);
    };
    expect(await actions(await visitor.signIn('google', NEW))).toEqual(['approval.evidence']);
    expect(await actions(await visitor.signIn('x', NEW))).toEqual(['approval.receipt']);
  });

  it('stores no id of a user in plain text', async () => {
    const { redeemed } = await enter('google', NEW);
    const { subject } = redeemed.given.evidence;
    for (const table of ['approvals', 'subjects', 'used_grants']) {
      const rows = await suite.database.query(`select t::text as row from latchkit_vault.${table} t`);
      expect(JSON.stringify(rows)).not.toContain(subject);
    }
  });
});
