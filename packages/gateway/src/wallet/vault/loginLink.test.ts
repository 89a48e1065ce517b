import {
  agreeToLoginCall,
  commitLoginCall,
  commitVaultEmailUpdateCall,
  consentToLoginCall,
  LOGIN_CONSENT_TYPE,
  prepareLoginCall,
  type SocialSignInProvider,
  socialEvidence,
  startLoginLinkCall,
  useFreezeCall,
  verifyOldAddressCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { setApprovalAddress } from '../../../test/wallet/setApprovalAddress.js';
import { type SocialSuite, startSocialSuite } from '../../../test/wallet/socialSuite.js';
import type { SocialVisitor } from '../../../test/wallet/socialVisitor.js';
import type { WalletFrame } from '../../../test/wallet/walletFrame.js';
import type { WalletSuite } from '../../../test/wallet/walletSuite.js';
import { EMAIL_PROVIDER, identityHash } from '../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

// A sign-in takes many calls with proofs: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let social: SocialSuite;
let suite: WalletSuite;
let visitor: SocialVisitor;
beforeAll(async () => {
  social = await startSocialSuite();
  ({ suite, visitor } = social);
});
afterAll(() => social.close());
afterEach(() => {
  vi.useRealTimers();
});

let persons = 80_000_000;
const newPerson = () => {
  persons += 1;
  return { person: String(persons) };
};

/** A user with a wallet, who has just logged in by email. */
async function emailHolder() {
  const email = suite.address();
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  const account = await frame.create(signedIn);
  const { access } = signedIn.session;
  const { seed } = await frame.open(access);
  return { frame, email, access, wallet: { account, seed } };
}

/** A user with a wallet, who has just logged in with Google. */
async function googleHolder() {
  const redeemed = await visitor.signIn('google', newPerson());
  const { frame } = redeemed;
  const signedIn = await visitor.giveEvidence(redeemed);
  const account = await frame.create(signedIn);
  const { access } = signedIn.session;
  const { seed } = await frame.open(access);
  const { approvalGrant, authReceipt } = signedIn;
  return { frame, access, signedIn, wallet: { account, seed }, proof: { approvalGrant, authReceipt } };
}

/** Logs in at a provider, and starts to add that login to the user's wallet. */
async function startLink(
  { frame, access }: { readonly frame: WalletFrame; readonly access: string },
  provider: SocialSignInProvider,
  choice: { readonly person: string },
) {
  passTime(31_000);
  const begun = await visitor.begin(provider, frame);
  const resultCode = await visitor.complete(begun, choice);
  const { secret } = begun;
  const started = await frame.ask('frame', startLoginLinkCall, {
    body: { signIn: begun.txn, resultCode, secret },
    access,
  });
  const { txn, current, added, currentEmail, authReceipt } = started;
  const evidence = socialEvidence.parse(await frame.unsealJson(started.evidence));
  const { subject } = evidence;
  const { encJwk } = frame;
  const consentTo = (more: object = {}) =>
    frame.sign(LOGIN_CONSENT_TYPE, { txn, current, added, hostOrigin: frame.page.origin, ...more });
  return {
    ...{ started, txn, evidence, consentTo },
    consent: async (consent?: string) =>
      frame.ask('frame', consentToLoginCall, {
        body: { txn, consent: consent ?? (await consentTo()) },
        access,
      }),
    agree: async (updateReceipt: string, more: object = {}) =>
      frame.ask('vault', agreeToLoginCall, {
        body: {
          ...{ updateReceipt, consent: await consentTo(), added: { provider, subject }, currentEmail },
          ...more,
        },
      }),
    verify: (otp: string) => frame.ask('vault', verifyOldAddressCall, { body: { txn, otp } }),
    prepare: (secondaryReceipt: string, more: object = {}) =>
      frame.ask('vault', prepareLoginCall, {
        body: { secondaryReceipt, evidence, authReceipt, encJwk, ...more },
      }),
    async commit(preparedGrant: string) {
      const body = { txn, preparedGrant };
      const { commitReceipt } = await frame.ask('frame', commitLoginCall, { body, access });
      await frame.ask('vault', commitVaultEmailUpdateCall, { body: { commitReceipt } });
    },
  };
}

/** Adds a login to the wallet of a user of email, with every step. */
async function linked(provider: SocialSignInProvider) {
  const holder = await emailHolder();
  const choice = newPerson();
  const link = await startLink(holder, provider, choice);
  const { updateReceipt, secondaryReceipt } = await link.consent();
  await link.agree(updateReceipt);
  await link.verify(holder.frame.code(holder.email));
  await link.commit((await link.prepare(secondaryReceipt)).preparedGrant);
  passTime(31_000);
  return { ...holder, choice };
}

/** Opens the wallet with a provider on a new device. */
async function onNewDevice(provider: SocialSignInProvider, choice: { readonly person: string }) {
  const redeemed = await visitor.signIn(provider, choice);
  return redeemed.frame.recover(await visitor.giveEvidence(redeemed));
}

const subjects = (email: string) => suite.inbox.mails(email).map(({ subject }) => subject);

/** Uses the link in an email to an address. Default: the newest one. */
async function useLink(email: string, at = -1) {
  const { text = '' } = suite.inbox.mails(email).at(at) ?? {};
  const [, page = '', token = ''] = /https:\/\/vault\.example(\/[\w-]+)\?lang=en#t=([\w-]+)/.exec(text) ?? [];
  const response = await suite.servers.fetch(
    new Request(suite.servers.vaultUrl + useFreezeCall.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  );
  return { page, answer: useFreezeCall.response.parse(await response.json()) };
}

describe('a social login added to a wallet', () => {
  it('opens it on a new device after 24 hours; the email login does at once', async () => {
    const { email, choice, wallet } = await linked('google');
    expect(subjects(email).slice(-2)).toEqual([
      'Another login is about to be added to your wallet: Google',
      'Another login was added to your wallet: Google',
    ]);
    expect(await refused(onNewDevice('google', choice))).toBe('403 RECOVERY_DELAYED');
    const other = await suite.frame();
    expect(await other.recover(await other.signIn(email))).toEqual(wallet);
    passTime(WALLET_TIMES.changedAddress);
    expect(await onNewDevice('google', choice)).toEqual(wallet);
    const { user } = await visitor.signIn('google', choice);
    expect(user).toMatchObject({ email, provider: 'google' });
  });

  it('is removed by the link in the email, which freezes the wallet', async () => {
    const { email, choice, access, frame } = await linked('github');
    const { page, answer } = await useLink(email);
    expect([page, answer]).toEqual([
      '/unlink',
      { state: 'frozen', until: expect.any(String), isReverted: true },
    ]);
    expect((await useLink(email)).answer.state).toBe('frozen');
    expect(await refused(frame.open(access))).toBe('401 INVALID_SESSION');
    passTime(WALLET_TIMES.freeze + 60_000);
    // Another user, without a wallet.
    expect((await visitor.signIn('github', choice)).user.wallet).toBeNull();
    const other = await suite.frame();
    expect((await other.signIn(email)).user.wallet).not.toBeNull();
  });

  it('is removed with those that were added since, by the first link', async () => {
    const holder = await googleHolder();
    const email = suite.address();
    await setApprovalAddress(holder.frame, holder.signedIn, email);
    const [first, second] = [newPerson(), newPerson()];
    const link = await startLink(holder, 'github', first);
    const { updateReceipt, secondaryReceipt } = await link.consent();
    await link.agree(updateReceipt, holder.proof);
    await link.commit((await link.prepare(secondaryReceipt)).preparedGrant);
    const undo = suite.inbox.mails(email).length;
    passTime(WALLET_TIMES.changedAddress + 31_000);
    const again = await visitor.signIn('github', first, holder.frame);
    const { approvalGrant, authReceipt } = await visitor.giveEvidence(again);
    const next = await startLink({ frame: holder.frame, access: again.session.access }, 'discord', second);
    const receipts = await next.consent();
    await next.agree(receipts.updateReceipt, { approvalGrant, authReceipt });
    await next.commit((await next.prepare(receipts.secondaryReceipt)).preparedGrant);
    expect(subjects(email).slice(-2)).toEqual([
      'Another login was added to your wallet: GitHub',
      'Another login was added to your wallet: Discord',
    ]);
    expect((await useLink(email, undo - 1)).answer.state).toBe('frozen');
    passTime(WALLET_TIMES.freeze + 60_000);
    expect((await visitor.signIn('github', first)).user.wallet).toBeNull();
    expect((await visitor.signIn('discord', second)).user.wallet).toBeNull();
  });

  it('is added to a social login without an address, which proves itself to the vault', async () => {
    const holder = await googleHolder();
    const choice = newPerson();
    const link = await startLink(holder, 'github', choice);
    const { updateReceipt, secondaryReceipt } = await link.consent();
    expect(await refused(link.agree(updateReceipt))).toBe('403 GRANT_INVALID');
    expect(await link.agree(updateReceipt, holder.proof)).toEqual({});
    await link.commit((await link.prepare(secondaryReceipt)).preparedGrant);
    passTime(WALLET_TIMES.changedAddress + 31_000);
    expect(await onNewDevice('github', choice)).toEqual(holder.wallet);
  });

  it('is refused if it has a wallet: users are never merged [SEC-36]', async () => {
    const choice = newPerson();
    const redeemed = await visitor.signIn('google', choice);
    await redeemed.frame.create(await visitor.giveEvidence(redeemed));
    expect(await refused(startLink(await emailHolder(), 'google', choice))).toBe('403 LOGIN_TAKEN');
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
    const holder = await emailHolder();
    const link = await startLink(holder, 'google', newPerson());
    const mails = subjects(holder.email).length;
    const consent = await link.consentTo(claims);
    expect(await refused(link.consent(consent))).toBe('403 CONSENT_INVALID');
    const { updateReceipt } = await link.consent();
    expect(await refused(link.agree(updateReceipt, { consent }))).toBe('403 CONSENT_INVALID');
    expect(subjects(holder.email)).toHaveLength(mails);
  });

  it('needs the code of the current address and the evidence of the added login [SEC-75]', async () => {
    const holder = await emailHolder();
    const link = await startLink(holder, 'google', newPerson());
    const { updateReceipt, secondaryReceipt } = await link.consent();
    expect(await refused(link.prepare(secondaryReceipt))).toBe('403 SIGN_IN_INVALID');
    await link.agree(updateReceipt);
    expect(await refused(link.prepare(secondaryReceipt))).toBe('403 SIGN_IN_INVALID');
    await link.verify(holder.frame.code(holder.email));
    const other = await visitor.signIn('google', newPerson(), holder.frame);
    const { evidence, authReceipt } = other.given;
    expect(await refused(link.prepare(secondaryReceipt, { evidence, authReceipt }))).toBe(
      '403 GRANT_INVALID',
    );
    expect(await refused(link.commit(secondaryReceipt))).toBe('403 GRANT_INVALID');
  });

  it('needs the holder of the address, whatever the wallet service signs [SEC-75]', async () => {
    const { access: _, ...holder } = await linked('google');
    passTime(WALLET_TIMES.changedAddress);
    const redeemed = await visitor.signIn('google', holder.choice, holder.frame);
    const { approvalGrant, authReceipt } = await visitor.giveEvidence(redeemed);
    const link = await startLink(
      { frame: holder.frame, access: redeemed.session.access },
      'github',
      newPerson(),
    );
    const { txn, evidence } = link;
    const now = Math.floor(Date.now() / 1_000);
    const forged = await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.updateReceipt, {
      ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: holder.frame.jkt },
      ...{ from: identityHash(txn, EMAIL_PROVIDER, ''), to: identityHash(txn, 'github', evidence.subject) },
      ...{ iat: now, exp: now + 60, walletId: holder.wallet.account.walletId },
    });
    const consent = await link.consentTo({
      current: { provider: 'google', idh: identityHash(txn, 'google', redeemed.given.evidence.subject) },
    });
    const given = { consent, currentEmail: undefined, approvalGrant, authReceipt };
    expect(await refused(link.agree(forged ?? '', given))).toBe('403 GRANT_INVALID');
  });
});
