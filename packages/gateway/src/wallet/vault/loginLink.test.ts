import { releaseRecoveryCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { beginChange, changeUpTo } from '../../../test/wallet/changingFrame.js';
import { changingLogins, LINK_STEPS } from '../../../test/wallet/changingLogins.js';
import { setApprovalAddress } from '../../../test/wallet/setApprovalAddress.js';
import { type SocialSuite, startSocialSuite } from '../../../test/wallet/socialSuite.js';
import type { SocialVisitor } from '../../../test/wallet/socialVisitor.js';
import type { WalletSuite } from '../../../test/wallet/walletSuite.js';
import { EMAIL_PROVIDER, identityHash } from '../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

let social: SocialSuite;
let suite: WalletSuite;
let visitor: SocialVisitor;
let users: ReturnType<typeof changingLogins>;
beforeAll(async () => {
  social = await startSocialSuite();
  ({ suite, visitor } = social);
  users = changingLogins(social);
});
afterAll(() => social.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Names an address for approvals, and adds another one as a login. */
async function addAddresses(holder: Awaited<ReturnType<typeof users.googleHolder>>) {
  const { frame } = holder;
  const [approvals, email] = [suite.address(), suite.address()];
  await setApprovalAddress(frame, await users.againWithGoogle(holder), approvals);
  passTime(31_000);
  const { approvalGrant, authReceipt, session } = await users.againWithGoogle(holder);
  const change = await beginChange(frame, session.access, email);
  const proofs = { updateReceipt: change.updateReceipt, approvalGrant, authReceipt };
  await change.sendNew((await change.agreeToEmail(proofs)).primaryGrant);
  const { secondaryReceipt } = await change.verifyNew(frame.code(email));
  const { preparedGrant } = await change.prepare(secondaryReceipt);
  await change.follow((await change.commit(preparedGrant)).commitReceipt);
  return { approvals, email };
}

describe('a social login added to a wallet', () => {
  it('opens it on a new device after 24 hours; the email login does at once', async () => {
    const { email, choice, wallet } = await users.linked('google');
    expect(users.subjects(email).slice(-2)).toEqual([
      'Another login is about to be added to your wallet: Google',
      'Another login was added to your wallet: Google',
    ]);
    expect(await refused(users.onNewDevice('google', choice))).toBe('403 RECOVERY_DELAYED');
    const other = await suite.frame();
    expect(await other.recover(await other.signIn(email))).toEqual(wallet);
    passTime(WALLET_TIMES.changedAddress);
    expect(await users.onNewDevice('google', choice)).toEqual(wallet);
    const { user } = await visitor.signIn('google', choice);
    expect(user).toMatchObject({ email, provider: 'google' });
  });

  it('is removed by the link in the email, which freezes the wallet', async () => {
    const { email, choice, access, frame } = await users.linked('github');
    const { page, answer } = await users.useLink(email);
    expect([page, answer]).toEqual([
      '/unlink',
      { state: 'frozen', until: expect.any(String), isReverted: true },
    ]);
    expect((await users.useLink(email)).answer.state).toBe('frozen');
    expect(await refused(frame.open(access))).toBe('401 INVALID_SESSION');
    passTime(WALLET_TIMES.freeze + 60_000);
    // Another user, without a wallet.
    expect((await visitor.signIn('github', choice)).user.wallet).toBeNull();
    const other = await suite.frame();
    expect((await other.signIn(email)).user.wallet).not.toBeNull();
  });

  it('is removed with those that were added since, by the first link', async () => {
    const holder = await users.googleHolder();
    const email = suite.address();
    await setApprovalAddress(holder.frame, await users.againWithGoogle(holder), email);
    const [first, second] = [users.newPerson(), users.newPerson()];
    const link = await users.startLink(holder, 'github', first);
    const { updateReceipt, secondaryReceipt } = await link.consent();
    await link.agree(updateReceipt, holder.proof);
    await link.commit((await link.prepare(secondaryReceipt)).preparedGrant);
    const undo = suite.inbox.mails(email).length;
    passTime(WALLET_TIMES.changedAddress + 31_000);
    const again = await visitor.signIn('github', first, holder.frame);
    const { approvalGrant, authReceipt } = await visitor.giveEvidence(again);
    const next = await users.startLink(
      { frame: holder.frame, access: again.session.access },
      'discord',
      second,
    );
    const receipts = await next.consent();
    await next.agree(receipts.updateReceipt, { approvalGrant, authReceipt });
    await next.commit((await next.prepare(receipts.secondaryReceipt)).preparedGrant);
    expect(users.subjects(email).slice(-2)).toEqual([
      'Another login was added to your wallet: GitHub',
      'Another login was added to your wallet: Discord',
    ]);
    expect((await users.useLink(email, undo - 1)).answer.state).toBe('frozen');
    passTime(WALLET_TIMES.freeze + 60_000);
    expect((await visitor.signIn('github', first)).user.wallet).toBeNull();
    expect((await visitor.signIn('discord', second)).user.wallet).toBeNull();
  });

  it('is removed once by the links in two emails, neither of which moves the address of the login [SEC-76]', async () => {
    const holder = await users.googleHolder();
    const { approvals, email } = await addAddresses(holder);
    passTime(WALLET_TIMES.changedAddress + 31_000);
    const owner = await users.again({ ...holder, email });
    const choice = users.newPerson();
    await users.link(owner, 'github', choice);
    const [at, other] = [email, approvals].map(to => suite.inbox.mails(to).length - 1);
    expect((await users.useLink(email, at)).page).toBe('/unlink');
    expect((await users.useLink(approvals, other)).page).toBe('/unlink');
    passTime(2 * WALLET_TIMES.freeze);
    expect((await visitor.signIn('github', choice)).user.wallet).toBeNull();
    const device = await suite.frame();
    expect(await device.recover(await device.signIn(email))).toEqual(holder.wallet);
  });

  it('is removed by the link to the address for approvals if it is an address, too', async () => {
    const holder = await users.googleHolder();
    const { approvals, email } = await addAddresses(holder);
    expect((await users.useLink(approvals)).page).toBe('/unlink');
    passTime(WALLET_TIMES.freeze + 60_000);
    const device = await suite.frame();
    expect((await device.signIn(email)).user.wallet).toBeNull();
    expect(await users.onNewDevice('google', holder.choice)).toEqual(holder.wallet);
  });

  it('is removed by the link that takes an address back, whose holder never agreed to it [SEC-75]', async () => {
    const { email, ...thief } = await users.emailHolder();
    const next = suite.address();
    await changeUpTo(await beginChange(thief.frame, thief.access, next), { ...thief, email, next }, 'follow');
    passTime(WALLET_TIMES.changedAddress + 31_000);
    const choice = users.newPerson();
    await users.link(await users.again({ ...thief, email: next }), 'github', choice);
    const at = suite.inbox.mails(email).findIndex(({ subject }) => subject.includes('is moving to another'));
    expect(await users.useLink(email, at)).toMatchObject({ page: '/revert', answer: { isReverted: true } });
    passTime(WALLET_TIMES.freeze + WALLET_TIMES.changedAddress);
    expect((await visitor.signIn('github', choice)).user.wallet).toBeNull();
    const [stored] = await suite.database.query(
      `select count(*)::int as count from latchkit_vault.linked_identities l join latchkit_vault.recovery r using (subject_id)
       where r.wallet_id = $1`,
      [thief.wallet.account.walletId],
    );
    expect(stored).toEqual({ count: 0 });
    const device = await suite.frame();
    expect(await device.recover(await device.signIn(email))).toEqual(thief.wallet);
  });

  it('freezes at both services from the approval address, although the wallet service gave up the addition', async () => {
    const holder = await users.googleHolder();
    const email = suite.address();
    await setApprovalAddress(holder.frame, await users.againWithGoogle(holder), email);
    const link = await users.startLink(holder, 'github', users.newPerson());
    const { updateReceipt, secondaryReceipt } = await link.consent();
    await link.agree(updateReceipt, holder.proof);
    await link.prepare(secondaryReceipt);
    // The wallet service deletes the first addition.
    await users.startLink(holder, 'discord', users.newPerson());
    const { page, answer } = await users.useLink(email);
    expect([page, answer.state]).toEqual(['/unlink', 'frozen']);
    expect(await refused(holder.frame.open(holder.access))).toBe('403 FROZEN');
  });

  it('takes no way back from the address that the wallet had then', async () => {
    const { email, frame, access } = await users.linked('google');
    const [next, last] = [suite.address(), suite.address()];
    await changeUpTo(await beginChange(frame, access, next), { frame, email, next }, 'follow');
    passTime(31_000);
    const second = await beginChange(frame, access, last);
    await changeUpTo(second, { frame, email: next, next: last }, 'follow');
    const { page, answer } = await users.useLink(email);
    expect([page, answer.isReverted]).toEqual(['/revert', true]);
    passTime(WALLET_TIMES.freeze + 60_000);
    const other = await suite.frame();
    expect((await other.signIn(email)).user.wallet).not.toBeNull();
  });

  it('is added to a social login without an address, which proves itself to the vault', async () => {
    const holder = await users.googleHolder();
    const choice = users.newPerson();
    const link = await users.startLink(holder, 'github', choice);
    const { updateReceipt, secondaryReceipt } = await link.consent();
    expect(await refused(link.agree(updateReceipt))).toBe('403 GRANT_INVALID');
    expect(await link.agree(updateReceipt, holder.proof)).toEqual({});
    await link.commit((await link.prepare(secondaryReceipt)).preparedGrant);
    passTime(WALLET_TIMES.changedAddress + 31_000);
    expect(await users.onNewDevice('github', choice)).toEqual(holder.wallet);
  });

  it('is refused if it has a wallet: users are never merged [SEC-36]', async () => {
    const choice = users.newPerson();
    const redeemed = await visitor.signIn('google', choice);
    await redeemed.frame.create(await visitor.giveEvidence(redeemed));
    expect(await refused(users.startLink(await users.emailHolder(), 'google', choice))).toBe(
      '403 LOGIN_TAKEN',
    );
  });
});

describe('an added social login whose last calls were lost', () => {
  it('is never half: whatever step it stops at, the login opens the wallet if the wallet service has it, and another can be added', async () => {
    for (const last of LINK_STEPS) {
      const holder = await users.emailHolder();
      const [choice, other] = [users.newPerson(), users.newPerson()];
      await users.linkUpTo(holder, 'google', choice, last);
      passTime(WALLET_TIMES.changedAddress);
      if (last === 'commit' || last === 'follow') {
        expect(await users.onNewDevice('google', choice), last).toEqual(holder.wallet);
      } else {
        expect((await visitor.signIn('google', choice)).user.wallet, last).toBeNull();
      }
      await users.link(await users.again(holder), 'github', other);
      passTime(WALLET_TIMES.changedAddress);
      expect(await users.onNewDevice('github', other), last).toEqual(holder.wallet);
    }
  });

  it('waits 24 hours, counted from the preparation', async () => {
    const holder = await users.emailHolder();
    const choice = users.newPerson();
    await users.linkUpTo(holder, 'google', choice, 'commit');
    passTime(WALLET_TIMES.changedAddress - 60_000);
    expect(await refused(users.onNewDevice('google', choice))).toBe('403 RECOVERY_DELAYED');
    passTime(60_000);
    expect(await users.onNewDevice('google', choice)).toEqual(holder.wallet);
  });

  type Holder = Awaited<ReturnType<typeof users.emailHolder>>;
  it.each([
    ['addition of another', (holder: Holder) => users.link(holder, 'discord', users.newPerson())],
    ['removal of another', (holder: Holder) => users.remove(holder, 'github')],
    [
      'change of the address',
      async ({ frame, access, email }: Holder) => {
        const next = suite.address();
        await changeUpTo(await beginChange(frame, access, next), { frame, email, next }, 'follow');
      },
    ],
  ])('is completed by the next %s, which would void it', async (_, change) => {
    const first = await users.emailHolder();
    await users.link(first, 'github', users.newPerson());
    passTime(WALLET_TIMES.revertLink);
    const choice = users.newPerson();
    await users.linkUpTo(await users.again(first), 'google', choice, 'commit');
    passTime(WALLET_TIMES.changedAddress);
    await change(await users.again(first));
    expect(await users.onNewDevice('google', choice)).toEqual(first.wallet);
  });

  it('changes the logins itself once it is a day old', async () => {
    const holder = await users.googleHolder();
    const choice = users.newPerson();
    const link = await users.startLink(holder, 'github', choice);
    const { updateReceipt, secondaryReceipt } = await link.consent();
    await link.agree(updateReceipt, holder.proof);
    await link.commitFirst((await link.prepare(secondaryReceipt)).preparedGrant);
    passTime(WALLET_TIMES.changedAddress);
    const { frame } = holder;
    const redeemed = await visitor.signIn('github', choice, frame);
    const { approvalGrant, authReceipt } = await visitor.giveEvidence(redeemed);
    const session = { frame, access: redeemed.session.access, proof: { approvalGrant, authReceipt } };
    const third = users.newPerson();
    await users.link(session, 'discord', third);
    passTime(WALLET_TIMES.changedAddress);
    expect(await users.onNewDevice('discord', third)).toEqual(holder.wallet);
  });

  it('requires the link of the wallet’s address with a provider that the vault cannot verify [SEC-29]', async () => {
    const holder = await users.emailHolder();
    const choice = users.newPerson();
    await users.linkUpTo(holder, 'x', choice, 'commit');
    passTime(WALLET_TIMES.changedAddress);
    const redeemed = await visitor.signIn('x', choice);
    expect(await refused(visitor.giveEvidence(redeemed))).toBe('403 LINK_REQUIRED');
  });

  it('is not added by the vault if the wallet service gave it up', async () => {
    const holder = await users.emailHolder();
    const choice = users.newPerson();
    await users.linkUpTo(holder, 'google', choice, 'prepare');
    await users.link(await users.again(holder), 'github', users.newPerson());
    passTime(WALLET_TIMES.changedAddress);
    const own = await visitor.signIn('google', choice);
    const { approvalGrant = '', authReceipt } = await visitor.giveEvidence(own);
    const { walletId, epoch } = holder.wallet.account;
    const body = { approvalGrant, authReceipt, walletId, epoch, version: null };
    expect(await refused(own.frame.ask('vault', releaseRecoveryCall, { body }))).toBe('403 ACCOUNT_MISMATCH');
  });
});

describe('adding a social login', () => {
  it.each([
    ['another login', { added: { provider: 'google', idh: identityHash('', 'google', '1') } }],
    [
      'another current login',
      { current: { provider: 'email', idh: identityHash('', 'email', 'a@b.example') } },
    ],
    ['another page', { hostOrigin: 'https://evil.example' }],
  ])('is refused by both services with a consent to %s [SEC-75]', async (_, claims) => {
    const holder = await users.emailHolder();
    const link = await users.startLink(holder, 'google', users.newPerson());
    const mails = users.subjects(holder.email).length;
    const consent = await link.consentTo(claims);
    expect(await refused(link.consent(consent))).toBe('403 CONSENT_INVALID');
    const { updateReceipt } = await link.consent();
    expect(await refused(link.agree(updateReceipt, { consent }))).toBe('403 CONSENT_INVALID');
    expect(users.subjects(holder.email)).toHaveLength(mails);
  });

  it('needs the code of the current address and the evidence of the added login [SEC-75]', async () => {
    const holder = await users.emailHolder();
    const link = await users.startLink(holder, 'google', users.newPerson());
    const { updateReceipt, secondaryReceipt } = await link.consent();
    expect(await refused(link.prepare(secondaryReceipt))).toBe('403 SIGN_IN_INVALID');
    await link.agree(updateReceipt);
    expect(await refused(link.prepare(secondaryReceipt))).toBe('403 SIGN_IN_INVALID');
    await link.verify(holder.frame.code(holder.email));
    const other = await visitor.signIn('google', users.newPerson(), holder.frame);
    const { evidence, authReceipt } = other.given;
    expect(await refused(link.prepare(secondaryReceipt, { evidence, authReceipt }))).toBe(
      '403 GRANT_INVALID',
    );
    expect(await refused(link.commit(secondaryReceipt))).toBe('403 GRANT_INVALID');
  });

  it('needs the holder of the address, whatever the wallet service signs [SEC-75]', async () => {
    const { access: _, ...holder } = await users.linked('google');
    passTime(WALLET_TIMES.changedAddress);
    const redeemed = await visitor.signIn('google', holder.choice, holder.frame);
    const { approvalGrant, authReceipt } = await visitor.giveEvidence(redeemed);
    const link = await users.startLink(
      { frame: holder.frame, access: redeemed.session.access },
      'github',
      users.newPerson(),
    );
    const { txn, evidence } = link;
    const now = Math.floor(Date.now() / 1_000);
    const forged = await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.updateReceipt, {
      ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: holder.frame.jkt },
      ...{ from: identityHash(txn, EMAIL_PROVIDER, ''), to: identityHash(txn, 'github', evidence.subject) },
      iat: now,
      exp: now + 60,
      walletId: holder.wallet.account.walletId,
      standing: 'settled',
    });
    const consent = await link.consentTo({
      current: { provider: 'google', idh: identityHash(txn, 'google', redeemed.given.evidence.subject) },
    });
    const given = { consent, currentEmail: undefined, approvalGrant, authReceipt };
    expect(await refused(link.agree(forged ?? '', given))).toBe('403 GRANT_INVALID');
  });
});
