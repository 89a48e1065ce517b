import { createHash, randomUUID } from 'node:crypto';
import {
  giveEvidenceCall,
  redeemSocialSignInCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  type SocialSignInProvider,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { changingLogins, linkSteps } from '../../../../test/wallet/changingLogins.js';
import { signedTelegram } from '../../../../test/wallet/signedTelegram.js';
import { secretOf } from '../../../../test/wallet/socialProviders.js';
import { OUTSIDE, type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import type { Redeemed } from '../../../../test/wallet/socialVisitor.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import type { WalletPage } from '../../../../test/wallet/walletInstallation.js';
import { PAGE } from '../../../../test/wallet/walletSuite.js';
import { DISCORD_AGENT } from '../../../platform/http/productAgent.js';
import { identityHash } from '../../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { idAtProvider, socialSubject } from '../../shared/socialSubject.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { VAULT_SCHEMA } from '../../vault/vaultMigrations.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';
import { saveCredentials } from './credentialStore.js';

const PROVIDERS = ['google', 'github', 'discord'] as const;
type TestedProvider = (typeof PROVIDERS)[number];

/** Projects, each with a site of its own. The two of one owner share a client. */
const SHOP: WalletPage = { project: 'shop', origin: 'https://own.example' };
const TWIN: WalletPage = { project: 'twin', origin: 'https://twin.example' };
const BOTS: WalletPage = { project: 'bots', origin: 'https://bots.example' };
const CLIENT = 'client-of-the-shop';
const BOT = { botToken: '700000001:a-token-that-only-the-project-has' };

/** Clients of projects, at every provider. */
const own: Record<string, string> = {};
let social: SocialSuite;
beforeAll(async () => {
  social = await startSocialSuite(own, [CLIENT, 'next-client']);
  for (const { project: id, origin } of [SHOP, TWIN, BOTS]) {
    const input = { id, name: `The ${id}`, features: {}, allowedOrigins: [origin] };
    await social.suite.gateway.projects.create(input);
  }
  for (const { project } of [SHOP, TWIN]) own[project] = CLIENT;
});
afterAll(() => social.close());

/** A person whom no other test logs in. */
let people = 0;
const someone = () => {
  people += 1;
  return { person: String(40_000_000 + people) };
};

/** A user of the deployment's client, with a wallet. */
async function withWallet(provider: SocialSignInProvider, choice = someone()) {
  const redeemed = await social.visitor.signIn(provider, choice);
  const signedIn = await social.visitor.giveEvidence(redeemed);
  const { walletId } = await redeemed.frame.create(signedIn);
  return { choice, redeemed, frame: redeemed.frame, userId: signedIn.user.id, walletId };
}

const signInAt = async (page: WalletPage, provider: SocialSignInProvider, choice: { person: string }) =>
  social.visitor.signIn(provider, choice, await social.suite.frame(page));

const tokens = z.object({ access_token: z.string(), id_token: z.string().optional() });

/** A token that the project's owner gets for a visitor of his own login page, without Latchkit. */
async function tokenOutside(provider: TestedProvider, choice: { person: string }, nonce: string) {
  const { providers } = social;
  const base = providers.setup(provider).developmentBase ?? '';
  const paths = {
    google: ['/auth', '/token'],
    github: ['/login/oauth/authorize', '/login/oauth/access_token'],
    discord: ['/oauth2/authorize', '/api/v10/oauth2/token'],
  } as const;
  const [authorize, exchange] = paths[provider];
  const verifier = 'v'.repeat(43);
  const asked = new URLSearchParams({
    ...{
      client_id: CLIENT,
      redirect_uri: OUTSIDE,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      nonce,
    },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const answer = await providers.choose(`${base}${authorize}?${asked}`, choice, OUTSIDE);
  const response = await fetch(base + exchange, {
    method: 'POST',
    headers: { accept: 'application/json', 'user-agent': DISCORD_AGENT },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri: OUTSIDE,
      client_id: CLIENT,
      client_secret: secretOf(CLIENT),
      code_verifier: verifier,
    }),
  });
  const { access_token, id_token } = tokens.parse(await response.json());
  return provider === 'google' ? (id_token ?? '') : access_token;
}

const nonceOf = (txn: string, jkt: string) =>
  createHash('sha256').update(`lk-nonce|${txn}|${jkt}`).digest('base64url');

/** Evidence with a receipt that the wallet service signs for any subject, as one that is not careful would. */
async function receipt(frame: WalletFrame, provider: SocialSignInProvider, subject: string, txn: string) {
  const [service] = social.suite.services.stores;
  const now = Math.floor(Date.now() / 1_000);
  return service?.keys.sign(TOKEN_KINDS.authReceipt, {
    iss: 'https://wallet.example',
    aud: 'https://vault.example',
    txn,
    jkt: frame.jkt,
    idh: identityHash(txn, provider, subject),
    jti: randomUUID(),
    iat: now,
    exp: now + 300,
  });
}

const usersOf = (userId: string) =>
  social.suite.database.query(`select provider from ${WALLET_SCHEMA}.identities where user_id = $1`, [
    userId,
  ]);

describe("a project's own client", () => {
  it.each(PROVIDERS)(
    'logs in users of that project, never one of the deployment: %s [SEC-104]',
    async provider => {
      const victim = await withWallet(provider);
      const attacker = await signInAt(SHOP, provider, victim.choice);
      expect(attacker.user).toMatchObject({ wallet: null, isEnrolled: false });
      expect(attacker.user.id).not.toBe(victim.userId);
      // The vault grants for an identity of its own, which opens nothing of the victim at either service.
      const { approvalGrant, authReceipt, session } = await social.visitor.giveEvidence(attacker);
      const { walletId } = victim;
      const body = { approvalGrant, authReceipt, walletId, epoch: 1, version: null };
      expect(await refused(attacker.frame.ask('vault', releaseRecoveryCall, { body }))).toBe(
        '403 ACCOUNT_MISMATCH',
      );
      const half = attacker.frame.ask('frame', releaseRecoveryShareCall, {
        body: { approvalGrant, walletId },
        access: session.access,
      });
      expect(await refused(half)).toBe('404 WALLET_NOT_FOUND');
      // The victim's next login, also on a new device, is that of before.
      expect((await social.visitor.signIn(provider, victim.choice)).user).toMatchObject({
        id: victim.userId,
        wallet: { walletId },
      });
      // The project's users keep their wallet.
      const { walletId: ownWallet } = await attacker.frame.create(
        await social.visitor.giveEvidence(
          await social.visitor.signIn(provider, victim.choice, attacker.frame),
        ),
      );
      expect((await signInAt(SHOP, provider, victim.choice)).user.wallet?.walletId).toBe(ownWallet);
    },
  );

  it.each(PROVIDERS)(
    'proves nothing at the vault but identities of that project, with a token obtained elsewhere: %s [SEC-104]',
    async provider => {
      const { suite } = social;
      const victim = await withWallet(provider);
      const shared = victim.redeemed.given.evidence.subject;
      const scoped = socialSubject({ projectId: SHOP.project, clientId: CLIENT }, shared) ?? '';
      const give = async (page: WalletPage, subject: string) => {
        const frame = await suite.frame(page);
        const txn = randomUUID();
        const token = await tokenOutside(provider, victim.choice, nonceOf(txn, frame.jkt));
        const body = {
          evidence: { provider, subject, token },
          authReceipt: await receipt(frame, provider, subject, txn),
          encJwk: frame.encJwk,
        };
        return { frame, given: frame.ask('vault', giveEvidenceCall, { body }), body };
      };
      // Named as the deployment's identity: at the project with the client, at another one, and as another project's.
      expect(await refused((await give(SHOP, shared)).given)).toBe('403 GRANT_INVALID');
      expect(await refused((await give(PAGE, shared)).given)).toBe('403 GRANT_INVALID');
      expect(await refused((await give(PAGE, scoped)).given)).toBe('403 GRANT_INVALID');
      expect(await refused((await give(TWIN, scoped)).given)).toBe('403 GRANT_INVALID');
      // As what it is, it is granted, and opens no wallet of the victim.
      const { frame, given, body } = await give(SHOP, scoped);
      const { approvalGrant } = await given;
      const { authReceipt } = body;
      const release = { approvalGrant, authReceipt, walletId: victim.walletId, epoch: 1, version: null };
      expect(await refused(frame.ask('vault', releaseRecoveryCall, { body: release }))).toBe(
        '403 ACCOUNT_MISMATCH',
      );
    },
  );

  it.each(PROVIDERS)("is not the client of another project's login: %s [SEC-104]", async provider => {
    const { visitor, providers, suite } = social;
    const begun = await visitor.begin(provider, await suite.frame());
    // The same login, led to the provider with the client of the project.
    const url = new URL(begun.authorizeUrl);
    url.searchParams.set('client_id', CLIENT);
    const answer = await providers.choose(url.href, someone());
    await visitor.callback(answer, begun.cookie);
    const ending = await (await visitor.ending(begun)).json();
    expect(ending).toMatchObject({ failure: expect.stringMatching(/^PROVIDER_/) });
  });

  it('is of one project: another one with the same client has other users [SEC-104]', async () => {
    const choice = someone();
    const one = await signInAt(SHOP, 'google', choice);
    const other = await signInAt(TWIN, 'google', choice);
    expect(other.user.id).not.toBe(one.user.id);
    expect(other.given.evidence.subject).not.toBe(one.given.evidence.subject);
    expect(idAtProvider(other.given.evidence.subject)).toBe(idAtProvider(one.given.evidence.subject));
  });

  it('has users of its own for each client, and none when its credentials are removed [SEC-104]', async () => {
    const choice = someone();
    const shared = await withWallet('github', choice);
    const first = await signInAt(SHOP, 'github', choice);
    own[SHOP.project] = 'next-client';
    const second = await signInAt(SHOP, 'github', choice);
    delete own[SHOP.project];
    const without = await signInAt(SHOP, 'github', choice);
    own[SHOP.project] = CLIENT;
    const again = await signInAt(SHOP, 'github', choice);
    expect(new Set([shared.userId, first.user.id, second.user.id]).size).toBe(3);
    // The deployment's client proves the deployment's identities.
    expect(without.user).toMatchObject({ id: shared.userId, wallet: { walletId: shared.walletId } });
    expect(again.user.id).toBe(first.user.id);
  });

  it('confirms no email address: neither that of a user nor one for the page [SEC-104]', async () => {
    const { suite } = social;
    const email = 'ada@mail.example';
    const owner = await (await suite.frame()).signIn(email);
    const frame = await suite.frame(SHOP);
    const redeemed = await social.visitor.signIn('google', { person: 'ada' }, frame);
    expect(redeemed.user.id).not.toBe(owner.user.id);
    expect(redeemed.user.email).toBeUndefined();
    expect(await usersOf(redeemed.user.id)).toEqual([{ provider: 'google' }]);
  });

  it('counts where the callback found it: a result of an older version is no identity of the deployment [SEC-104]', async () => {
    const { visitor, suite } = social;
    const [service] = suite.services.stores;
    if (service === undefined) throw new Error('There is no wallet service');
    const begun = await visitor.begin('google', await suite.frame(SHOP));
    const resultCode = await visitor.complete(begun, someone());
    const place = { table: 'social_txns', column: 'result_ct', rowId: begun.txn };
    const old = Buffer.from(JSON.stringify({ subject: '10000001', provedBy: 'project' }), 'utf8');
    const sealed = await service.envelope.seal(suite.database, place, old);
    await suite.database.query(
      `update ${WALLET_SCHEMA}.social_txns set result_ct = $2, dek_id = $3 where id = $1`,
      [begun.txn, sealed.ciphertext, sealed.dekId],
    );
    const body = { txn: begun.txn, resultCode, secret: begun.secret };
    expect(await refused(begun.frame.ask('frame', redeemSocialSignInCall, { body }))).toBe(
      '403 SIGN_IN_INVALID',
    );
  });
});

describe("a project's own Telegram bot", () => {
  /** Logs in with a result that the project signed itself. */
  async function forge(id: number, frame?: WalletFrame): Promise<Redeemed> {
    const { visitor, suite } = social;
    const begun = await visitor.begin('telegram', frame ?? (await suite.frame(BOTS)));
    const returnTo = new URL(new URL(begun.authorizeUrl).searchParams.get('return_to') ?? '');
    const state = returnTo.searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ state, tgAuthResult: signedTelegram(BOT.botToken, id) });
    const uri = new URL((await visitor.callback(answer, begun.cookie)).searchParams.get('result_uri') ?? '');
    return visitor.redeem(begun, uri.searchParams.get('resultCode') ?? '');
  }

  const [SERVICE, VAULT] = [0, 1];
  const give = (at: number) => {
    const store = social.suite.services.stores[at];
    if (store === undefined) throw new Error('There is no such store');
    const credentials = at === SERVICE ? BOT : { clientId: '700000001' };
    return saveCredentials(store, BOTS.project, 'telegram', credentials);
  };

  it('logs in users of that project, also as anyone, and never one of the deployment [SEC-104]', async () => {
    const victim = await withWallet('telegram', { person: 'noor' });
    const { subject } = victim.redeemed.given.evidence;
    await give(SERVICE);
    const attacker = await forge(Number(subject));
    expect(attacker.user.id).not.toBe(victim.userId);
    expect(attacker.user.wallet).toBeNull();
    // A vault that has the deployment's bot only doesn't know these users.
    expect(await refused(social.visitor.giveEvidence(attacker))).toBe('403 GRANT_INVALID');
    await give(VAULT);
    const again = await forge(Number(subject));
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(again);
    const body = { approvalGrant, authReceipt, walletId: victim.walletId, epoch: 1, version: null };
    expect(await refused(again.frame.ask('vault', releaseRecoveryCall, { body }))).toBe(
      '403 ACCOUNT_MISMATCH',
    );
    const rows = await social.suite.database.query(
      `select count(*)::int as n from ${VAULT_SCHEMA}.approvals where provider = 'telegram' and jkt = $1`,
      [again.frame.jkt],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  describe('of a user whom it logged in before its identities belonged to the project', () => {
    /** As at the upgrade. */
    const upgrade = async () => {
      for (const [at, schema] of [WALLET_SCHEMA, VAULT_SCHEMA].entries()) {
        await give(at);
        await social.suite.database.query(`update ${schema}.social_credentials set shared_until = $1`, [
          new Date(),
        ]);
      }
    };

    /** The user had a wallet before the upgrade, on the project's site. */
    async function formerUser(person: string) {
      const { suite, visitor } = social;
      for (const schema of [WALLET_SCHEMA, VAULT_SCHEMA])
        await suite.database.query(`delete from ${schema}.social_credentials`);
      const redeemed = await visitor.signIn('telegram', { person }, await suite.frame(BOTS));
      const signedIn = await visitor.giveEvidence(redeemed);
      const account = await redeemed.frame.create(signedIn);
      const { seed } = await redeemed.frame.open(signedIn.session.access);
      await upgrade();
      const id = Number(redeemed.given.evidence.subject);
      return { frame: redeemed.frame, id, userId: signedIn.user.id, wallet: { account, seed } };
    }

    /** Adds the login of the project to the wallet. */
    async function join({ join, frame, session, given, authReceipt }: Redeemed) {
      if (join === undefined) throw new Error('Nothing can be joined');
      const steps = linkSteps({ frame, access: session.access }, join, given);
      const { updateReceipt, secondaryReceipt } = await steps.consent();
      const { approvalGrant } = await frame.ask('vault', giveEvidenceCall, { body: given });
      await steps.agree(updateReceipt, { approvalGrant, authReceipt });
      return { ...steps, secondaryReceipt };
    }

    afterEach(() => {
      vi.useRealTimers();
    });

    it('opens the wallet on the installation that holds it, and adds the login there once the user consents [SEC-104]', async () => {
      const { frame, id, userId, wallet } = await formerUser('eve');
      const again = await forge(id, frame);
      expect(again.user).toMatchObject({ id: userId, isEnrolled: true });
      expect(await frame.open(again.session.access)).toEqual(wallet);
      expect(again.join).toMatchObject({
        current: { provider: 'telegram' },
        added: { provider: 'telegram', project: 'The bots' },
      });
      // On a new installation, it neither opens the wallet nor makes another one.
      expect(await refused(forge(id))).toBe('403 KNOWN_DEVICE_REQUIRED');
      // A device that has had the wallet for less than 24 hours is enough.
      await social.suite.database.query(`update ${WALLET_SCHEMA}.address_changes set standing = 'new'`);
      const steps = await join(again);
      await steps.commit((await steps.prepare(steps.secondaryReceipt)).preparedGrant);
      expect(await refused(forge(id).then(social.visitor.giveEvidence))).toBe('403 RECOVERY_DELAYED');
      passTime(WALLET_TIMES.changedAddress + 31_000);
      const there = await forge(id);
      expect(there.user.id).toBe(userId);
      expect(there.join).toBeUndefined();
      expect(await there.frame.recover(await social.visitor.giveEvidence(there))).toEqual(wallet);
      const logins = await changingLogins(social).logins({
        frame: there.frame,
        access: there.session.access,
      });
      expect(logins.map(({ provider, project }) => ({ provider, project }))).toEqual([
        { provider: 'telegram', project: undefined },
        { provider: 'telegram', project: 'The bots' },
      ]);
    });

    it('opens nothing on another installation, also one that holds another wallet [SEC-104]', async () => {
      const { id } = await formerUser('ada');
      const attacker = await social.suite.frame(BOTS);
      await attacker.create(await attacker.signIn(social.suite.address()));
      expect(await refused(forge(id, attacker))).toBe('403 KNOWN_DEVICE_REQUIRED');
    });

    it('is added at the vault only where the wallet service found the wallet and the vault had that client before [SEC-104]', async () => {
      const { suite } = social;
      const { frame, id } = await formerUser('new');
      const again = await forge(id, frame);
      await suite.database.query(`update ${VAULT_SCHEMA}.social_credentials set shared_until = null`);
      expect(await refused(join(again))).toBe('403 CONSENT_INVALID');
      await upgrade();
      passTime(31_000);
      // A wallet service that vouches for an installation without the wallet.
      const without = await forge(id, frame);
      await suite.database.query(`update ${WALLET_SCHEMA}.address_changes set standing = 'none'`);
      expect(await refused(join(without))).toBe('403 SETTLED_DEVICE_REQUIRED');
      passTime(31_000);
      // Revoked meanwhile.
      const later = await forge(id, frame);
      await suite.database.query(`delete from ${WALLET_SCHEMA}.share_sets where kind = 'device'`);
      expect(await refused(join(later))).toBe('403 CONSENT_INVALID');
    });
  });
});
