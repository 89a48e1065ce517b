import { randomUUID } from 'node:crypto';
import {
  agreeToLoginRemovalCall,
  LOGIN_REMOVAL_CONSENT_TYPE,
  prepareEmailUpdateCall,
  startLoginRemovalCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { changingLogins } from '../../../test/wallet/changingLogins.js';
import { setApprovalAddress } from '../../../test/wallet/setApprovalAddress.js';
import { type SocialSuite, startSocialSuite } from '../../../test/wallet/socialSuite.js';
import type { WalletFrame } from '../../../test/wallet/walletFrame.js';
import { identityHash } from '../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

let social: SocialSuite;
let users: ReturnType<typeof changingLogins>;
beforeAll(async () => {
  social = await startSocialSuite();
  users = changingLogins(social);
});
afterAll(() => social.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Makes every session ten minutes older. */
async function ageSessions() {
  const [store] = social.suite.services.stores;
  await store?.database.query(
    `update ${store.schema}.sessions set created_at = created_at - interval '10 minutes'`,
  );
}

/** Signs a receipt as a wallet service under an attacker's control would. */
async function signReceipt(
  jkt: string,
  walletId: string | null,
  claims: object,
  typ: string = TOKEN_KINDS.removalReceipt,
): Promise<string> {
  const [store] = social.suite.services.stores;
  const now = Math.floor(Date.now() / 1_000);
  const { frameUrl, vaultUrl } = social.suite.servers;
  const signed = await store?.keys.sign(typ, {
    iss: frameUrl,
    aud: vaultUrl,
    jkt,
    walletId,
    standing: 'settled',
    iat: now,
    exp: now + 60,
    ...claims,
  });
  return signed ?? '';
}

const settle = () => passTime(WALLET_TIMES.settledLogin + 31_000);

/** A session of an email login, from a login just now in the browser that has the wallet. */
async function emailSession({ email, frame }: { readonly email: string; readonly frame: WalletFrame }) {
  passTime(31_000);
  const { session, user } = await frame.signIn(email);
  return { frame, email, access: session.access, user };
}

/** A wallet of Google without an address, with GitHub as another settled login. Logged in with GitHub just now. */
async function twoSocials() {
  const holder = await users.googleHolder();
  const github = users.newPerson();
  await users.link(holder, 'github', github);
  settle();
  const redeemed = await social.visitor.signIn('github', github, holder.frame);
  const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(redeemed);
  const session = {
    frame: holder.frame,
    access: redeemed.session.access,
    proof: { approvalGrant, authReceipt },
  };
  return { session, google: holder.choice, github, wallet: holder.wallet };
}

describe('the link that restores a removed login', () => {
  it('keeps another login whose last call was lost: it opens the wallet after the freeze', async () => {
    const { email, frame, wallet } = await users.linked('google');
    settle();
    const holder = await emailSession({ email, frame });
    await users.remove(holder, 'google');
    const github = users.newPerson();
    await users.linkUpTo(await users.again(holder), 'github', github, 'commit');
    const at = users.subjects(email).indexOf('A login was removed from your wallet: Google');
    const { page, answer } = await users.useLink(email, at);
    expect([page, answer.isReverted]).toEqual(['/restore', true]);
    settle();
    expect(await users.onNewDevice('github', github)).toEqual(wallet);
  });
});

describe('a login removed from a wallet', () => {
  it('ends its sessions on every installation, and logs in as a new user from then on', async () => {
    const { email, frame, choice, wallet } = await users.linked('google');
    settle();
    const byGoogle = await social.visitor.signIn('google', choice);
    const byEmail = await emailSession({ email, frame });
    const elsewhere = await emailSession({ email, frame: await social.suite.frame() });
    const logins = await users.logins(byEmail);
    expect(logins).toEqual([
      { id: expect.any(String), provider: 'email', name: email, isCurrent: true, isRemovable: false },
      {
        ...{ id: expect.any(String), provider: 'google', name: `Person ${choice.person}` },
        ...{ isCurrent: false, isRemovable: true },
      },
    ]);
    await users.remove(byEmail, 'google');
    expect(await refused(users.logins({ frame: byGoogle.frame, access: byGoogle.session.access }))).toBe(
      '401 INVALID_SESSION',
    );
    expect(await users.logins(elsewhere)).toHaveLength(1);
    expect(users.subjects(email).slice(-2)).toEqual([
      'A login is about to be removed from your wallet: Google',
      'A login was removed from your wallet: Google',
    ]);
    const again = await social.visitor.signIn('google', choice);
    expect(again.user.id).not.toBe(byEmail.user.id);
    expect(again.user).toMatchObject({ wallet: null });
    const other = await again.frame.create(await social.visitor.giveEvidence(again));
    expect(other.walletId).not.toBe(wallet.account.walletId);
    passTime(31_000);
    const recovering = await social.suite.frame();
    expect(await recovering.recover(await recovering.signIn(email))).toEqual(wallet);
  });

  it('can be the login that created the wallet, and that of the session; the other one takes its place', async () => {
    const { session, google, github, wallet } = await twoSocials();
    passTime(31_000);
    const own = await social.visitor.signIn('google', google, session.frame);
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(own);
    const access = own.session.access;
    const holder = { frame: session.frame, access, proof: { approvalGrant, authReceipt } };
    expect((await users.startRemoval(holder, 'google')).started.endsSession).toBe(true);
    await users.remove(holder, 'google');
    expect(await refused(users.logins(holder))).toBe('401 INVALID_SESSION');
    expect(await users.onNewDevice('github', github)).toEqual(wallet);
    expect(await refused(users.startRemoval(session, 'github'))).toBe('403 LAST_LOGIN');
    const last = await social.visitor.signIn('github', github);
    expect(await users.logins({ frame: last.frame, access: last.session.access })).toMatchObject([
      { provider: 'github', isCurrent: true, isRemovable: false },
    ]);
    expect((await social.visitor.signIn('google', google)).user.wallet).toBeNull();
  });

  it('can be added again, and opens the wallet on no new device for 24 hours then', async () => {
    const { session, google, wallet } = await twoSocials();
    await users.remove(session, 'google');
    await users.link(session, 'google', google);
    expect(await refused(users.onNewDevice('google', google))).toBe('403 RECOVERY_DELAYED');
    passTime(WALLET_TIMES.changedAddress);
    expect(await users.onNewDevice('google', google)).toEqual(wallet);
  });

  it('opens no new device if the wallet service missed the last step, and is removed again', async () => {
    const { email, frame, choice } = await users.linked('google');
    settle();
    const holder = await emailSession({ email, frame });
    const removal = await users.startRemoval(holder, 'google');
    const receipt = await removal.consent();
    await removal.agree(receipt);
    await removal.verify(holder.frame.code(email));
    await removal.remove(receipt);
    expect(await refused(users.onNewDevice('google', choice))).toBe('403 ACCOUNT_MISMATCH');
    await users.remove(holder, 'google');
    expect(await users.logins(holder)).toMatchObject([{ provider: 'email' }]);
  });

  it('is restored by the link in the email, which freezes the wallet', async () => {
    const { email, frame, choice, wallet } = await users.linked('google');
    settle();
    const holder = await emailSession({ email, frame });
    await users.remove(holder, 'google');
    const { page, answer } = await users.useLink(email);
    expect([page, answer]).toEqual([
      '/restore',
      { state: 'frozen', until: expect.any(String), isReverted: true },
    ]);
    expect((await users.useLink(email)).answer).toMatchObject({ state: 'frozen', isReverted: true });
    expect(await refused(users.logins(holder))).toBe('401 INVALID_SESSION');
    passTime(WALLET_TIMES.freeze + 60_000);
    expect(await users.onNewDevice('google', choice)).toEqual(wallet);
  });

  it('stays with the user that it has by now, and the link of the approval address freezes the wallet', async () => {
    const holder = await users.googleHolder();
    const email = social.suite.address();
    await setApprovalAddress(holder.frame, await users.againWithGoogle(holder), email);
    const github = users.newPerson();
    await users.link(holder, 'github', github);
    settle();
    const byGithub = await social.visitor.signIn('github', github, holder.frame);
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(byGithub);
    const { access } = byGithub.session;
    await users.remove({ frame: holder.frame, access, proof: { approvalGrant, authReceipt } }, 'google');
    const other = await social.visitor.signIn('google', holder.choice);
    const account = await other.frame.create(await social.visitor.giveEvidence(other));
    expect((await users.useLink(email)).answer).toEqual({ state: 'frozen', until: expect.any(String) });
    expect(await refused(holder.frame.open(access))).toBe('401 INVALID_SESSION');
    const again = await social.visitor.signIn('google', holder.choice);
    expect(again.user.wallet).toMatchObject({ walletId: account.walletId });
    expect((await social.visitor.signIn('github', github)).user.isFrozen).toBe(true);
  });
});

describe('removing a login', () => {
  it('is refused for the last one, for one that the others are too new to replace, and for the address', async () => {
    const holder = await users.googleHolder();
    const last = () => refused(users.startRemoval(holder, 'google'));
    expect(await last()).toBe('403 LAST_LOGIN');
    await users.link(holder, 'github', users.newPerson());
    expect(await last()).toBe('403 LAST_LOGIN');
    const { email, frame } = await users.linked('google');
    settle();
    expect(await refused(users.startRemoval(await emailSession({ email, frame }), 'email'))).toBe(
      '403 LAST_LOGIN',
    );
  });

  it('is refused by the vault if the login that stays is too new, whatever the wallet service signs [SEC-75]', async () => {
    const holder = await users.googleHolder();
    const choice = users.newPerson();
    await users.link(holder, 'github', choice);
    const { person: github } = choice;
    const again = await social.visitor.signIn('google', holder.choice, holder.frame);
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(again);
    const { subject } = again.given.evidence;
    const { frame } = holder;
    const txn = randomUUID();
    const named = (provider: string, id: string) => ({ provider, idh: identityHash(txn, provider, id) });
    const receipt = await signReceipt(frame.jkt, holder.wallet.account.walletId, {
      ...{ txn, from: identityHash(txn, 'email', ''), to: identityHash(txn, 'google', subject) },
    });
    const consent = await frame.sign(LOGIN_REMOVAL_CONSENT_TYPE, {
      ...{ txn, removed: named('google', subject), remaining: [named('github', github)] },
      hostOrigin: frame.page.origin,
    });
    const body = { removalReceipt: receipt, consent, removed: { provider: 'google', subject } };
    const asked = { body: { ...body, approvalGrant, authReceipt } };
    expect(await refused(frame.ask('vault', agreeToLoginRemovalCall, asked))).toBe('403 LAST_LOGIN');
  });

  it('needs every step at both services [SEC-75]', async () => {
    const { email, frame } = await users.linked('google');
    settle();
    const holder = await emailSession({ email, frame });
    const removal = await users.startRemoval(holder, 'google');
    const receipt = await removal.consent();
    expect(await refused(removal.remove(receipt))).toBe('403 SIGN_IN_INVALID');
    await removal.agree(receipt);
    expect(await refused(removal.remove(receipt))).toBe('403 SIGN_IN_INVALID');
    expect(await refused(removal.commit(receipt))).toBe('403 GRANT_INVALID');
    await removal.verify(holder.frame.code(email));
    const { txn, started } = removal;
    const addition = await signReceipt(
      holder.frame.jkt,
      null,
      { txn, from: identityHash(txn, 'email', email), to: identityHash(txn, 'google', started.subject) },
      TOKEN_KINDS.secondaryReceipt,
    );
    const prepared = { body: { secondaryReceipt: addition } };
    expect(await refused(holder.frame.ask('vault', prepareEmailUpdateCall, prepared))).toBe(
      '403 SIGN_IN_INVALID',
    );
    const grant = await removal.remove(receipt);
    expect(await refused(removal.remove(receipt))).toBe('not refused');
    await removal.commit(grant);
    expect(await removal.commit(grant)).toEqual({});
    expect(users.subjects(email).filter(subject => subject.startsWith('A login was removed'))).toHaveLength(
      1,
    );
  });

  it.each([
    ['another login', { removed: { provider: 'google', idh: identityHash('', 'google', '1') } }],
    ['fewer logins that stay', { remaining: [{ provider: 'email', idh: identityHash('', 'email', 'a') }] }],
    ['another page', { hostOrigin: 'https://evil.example' }],
    ['another change', { txn: randomUUID() }],
  ])('is refused by both services with a consent to %s [SEC-75]', async (_, claims) => {
    const { email, frame } = await users.linked('google');
    settle();
    const holder = await emailSession({ email, frame });
    const removal = await users.startRemoval(holder, 'google');
    const mails = users.subjects(email).length;
    const consent = await removal.consentTo(claims);
    expect(await refused(removal.consent(consent))).toBe('403 CONSENT_INVALID');
    const receipt = await removal.consent();
    expect(await refused(removal.agree(receipt, { consent }))).toBe('403 CONSENT_INVALID');
    expect(users.subjects(email)).toHaveLength(mails);
  });

  it('needs the holder of the address, or without one the proof of a login [SEC-75]', async () => {
    const { session } = await twoSocials();
    const removal = await users.startRemoval(session, 'google');
    const receipt = await removal.consent();
    expect(await refused(removal.agree(receipt))).toBe('403 GRANT_INVALID');
    const { email, frame, choice } = await users.linked('google');
    settle();
    const byGoogle = await social.visitor.signIn('google', choice, frame);
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(byGoogle);
    const { user } = byGoogle;
    const other = await users.startRemoval({ frame, access: byGoogle.session.access }, 'google');
    const { txn, started } = other;
    // A wallet service under an attacker's control says that the wallet has no address.
    const forged = await signReceipt(frame.jkt, user.wallet?.walletId ?? '', {
      ...{ txn, from: identityHash(txn, 'email', ''), to: identityHash(txn, 'google', started.subject) },
    });
    const given = { currentEmail: undefined, approvalGrant, authReceipt };
    expect(await refused(other.agree(forged, given))).toBe('403 GRANT_INVALID');
    expect(users.subjects(email).at(-1)).toBe('Another login was added to your wallet: Google');
  });

  it('needs a login of the last ten minutes, and one of the wallet', async () => {
    const { session, github } = await twoSocials();
    // The access token of the older session would have expired.
    await ageSessions();
    expect(await refused(users.startRemoval(session, 'google'))).toBe('403 REAUTH_REQUIRED');
    const fresh = await social.visitor.signIn('github', github, session.frame);
    const asked = { body: { login: randomUUID() }, access: fresh.session.access };
    expect(await refused(session.frame.ask('frame', startLoginRemovalCall, asked))).toBe(
      '404 LOGIN_NOT_FOUND',
    );
  });
});
