import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import {
  askEvidenceApprovalCall,
  EMAIL_CONSENT_TYPE,
  giveEvidenceCall,
  inspectApprovalCall,
  readApprovalCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  type SocialSignInProvider,
  sendToApprovalAddressCall,
  verifyApprovalAddressCall,
  verifyOldAddressCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { changingLogins } from '../../../test/wallet/changingLogins.js';
import { type SocialSuite, startSocialSuite } from '../../../test/wallet/socialSuite.js';
import type { Redeemed, SocialVisitor } from '../../../test/wallet/socialVisitor.js';
import type { SignedIn, WalletFrame } from '../../../test/wallet/walletFrame.js';
import type { WalletSuite } from '../../../test/wallet/walletSuite.js';
import { identityHash } from '../shared/emailIdentity.js';
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

/** Longer than the cooldown between two emails. */
const pause = () => passTime(31_000);

/** Other persons in every test. */
let persons = 40_000_000;
const newPerson = () => {
  persons += 1;
  return { person: String(persons) };
};

interface Entered {
  readonly frame: WalletFrame;
  readonly redeemed: Redeemed;
  readonly signedIn: SignedIn;
  /** Id of the sign-in. */
  readonly txn: string;
}

/** The id of the sign-in in a service's token. */
const txnOf = (token = ''): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).txn;

async function enter(
  provider: SocialSignInProvider,
  choice: { person: string },
  known?: WalletFrame,
): Promise<Entered> {
  const redeemed = await visitor.signIn(provider, choice, known);
  const signedIn = await visitor.giveEvidence(redeemed);
  return { frame: redeemed.frame, redeemed, signedIn, txn: txnOf(signedIn.approvalGrant) };
}

/** Creates a wallet, and logs in again on the same installation. */
async function enterOwn(choice = newPerson()): Promise<Entered> {
  const { frame, signedIn } = await enter('x', choice);
  await frame.create(signedIn);
  pause();
  return enter('x', choice, frame);
}

/** What the wallet window signs, and the call that follows. */
async function askFor(
  { frame, signedIn, txn }: Pick<Entered, 'frame' | 'signedIn' | 'txn'>,
  email: string,
  more: { readonly claims?: object; readonly consent?: string } = {},
) {
  pause();
  const claims = { txn, from: null, to: email, hostOrigin: frame.page.origin, ...more.claims };
  const consent = more.consent ?? (await frame.sign(EMAIL_CONSENT_TYPE, claims));
  const { approvalGrant, authReceipt } = signedIn;
  return frame.ask('vault', sendToApprovalAddressCall, {
    body: { approvalGrant, authReceipt, consent, email },
  });
}

const verify = (frame: WalletFrame, txn: string, otp: string) =>
  frame.ask('vault', verifyApprovalAddressCall, { body: { txn, otp } });

async function setAddress(entered: Entered, email: string): Promise<void> {
  await askFor(entered, email);
  await verify(entered.frame, entered.txn, entered.frame.code(email));
}

/** A person with a wallet and an approval address. */
async function holder(provider: SocialSignInProvider, choice = newPerson(), email = suite.address()) {
  const { frame, signedIn } = await enter(provider, choice);
  const account = await frame.create(signedIn);
  pause();
  const entered = await enter(provider, choice, frame);
  const { seed } = await frame.open(entered.signedIn.session.access);
  await setAddress(entered, email);
  pause();
  return { ...entered, account, seed, email, choice };
}

const give = ({ frame, given }: Redeemed) => refused(frame.ask('vault', giveEvidenceCall, { body: given }));
const askLink = ({ frame, given }: Redeemed) => frame.ask('vault', askEvidenceApprovalCall, { body: given });

/** The newest link in an address's emails. */
function linkOf(email: string) {
  const { text = '', subject = '' } = suite.inbox.mails(email).at(-1) ?? {};
  const [, page = '', token = ''] = /https:\/\/vault\.example(\/[\w-]+)\?lang=en#t=([\w-]+)/.exec(text) ?? [];
  return { page, token, text, subject };
}

describe.each(['x', 'telegram'] as const)('a wallet of %s with an approval address', provider => {
  it('opens on a new installation only after the link in an email to that address [SEC-29]', async () => {
    const { account, seed, email, choice } = await holder(provider);
    const redeemed = await visitor.signIn(provider, choice);
    const { frame } = redeemed;
    expect(await give(redeemed)).toBe('403 LINK_REQUIRED');
    const { id, email: shown } = await askLink(redeemed);
    expect(shown).toMatch(/^.{1,2}•••@mail\.example$/);
    expect(await give(redeemed)).toBe('403 LINK_REQUIRED');
    expect(await frame.ask('vault', readApprovalCall, { params: { id } })).toEqual({ state: 'pending' });
    const { page, token, text } = linkOf(email);
    expect(page).toBe('/approve-login');
    expect(text).toContain(`your ${provider === 'x' ? 'X' : 'Telegram'} account at shop.example`);
    // Longer than other receipts are valid.
    passTime(WALLET_TIMES.authReceipt + 60_000);
    expect((await frame.decide(token, true)).status).toBe(200);
    const { session, user, authReceipt } = redeemed;
    const approvalGrant = await frame.grant(id);
    expect(await frame.recover({ session, user, authReceipt, approvalGrant })).toEqual({ account, seed });
    expect(await give(redeemed)).toBe('not refused');
  });

  it('names in its mail and on the page of its link the page that the wallet service confirmed, whatever the caller claims [SEC-129]', async () => {
    const { email, choice } = await holder(provider);
    const { frame, given } = await visitor.signIn(provider, choice);
    const page = { ...frame.page, origin: 'https://bank.example' };
    await frame.ask('vault', askEvidenceApprovalCall, { body: given, page });
    const { text, token } = linkOf(email);
    expect(text).toContain('shop.example');
    expect(text).not.toContain('bank.example');
    const shown = await frame.ask('vault', inspectApprovalCall, { body: { token } });
    expect(shown.hostOrigin).toBe('https://shop.example');
  });

  it('stays closed if the link is denied', async () => {
    const { email, choice } = await holder(provider);
    const redeemed = await visitor.signIn(provider, choice);
    await askLink(redeemed);
    await redeemed.frame.decide(linkOf(email).token, false);
    expect(await give(redeemed)).toBe('403 LINK_REQUIRED');
    pause();
    expect(await refused(askLink(redeemed))).toBe('403 SIGN_IN_INVALID');
  });

  it('stays closed to a wallet service that vouches for anyone', async () => {
    const victim = await holder(provider);
    const frame = await suite.frame();
    const { subject } = victim.redeemed.given.evidence;
    const [txn, now] = [randomUUID(), Math.floor(Date.now() / 1_000)];
    const authReceipt =
      (await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.authReceipt, {
        ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: frame.jkt },
        ...{ idh: identityHash(txn, provider, subject), jti: randomUUID(), iat: now, exp: now + 60 },
      })) ?? '';
    const given = { evidence: { provider, subject }, authReceipt, encJwk: frame.encJwk };
    expect(await give({ ...victim.redeemed, frame, given })).toBe('403 LINK_REQUIRED');
  });

  it('opens without a link where it was opened before', async () => {
    const { frame, account, seed, choice } = await holder(provider);
    const { session } = await visitor.signIn(provider, choice, frame);
    expect(await frame.open(session.access)).toEqual({ account, seed });
  });
});

describe('the holder of an approval address who denies a login', () => {
  /** Logs in on a new device, whose link the holder of the approval address denies. */
  async function denied({ choice, email }: Awaited<ReturnType<typeof holder>>) {
    pause();
    const redeemed = await visitor.signIn('x', choice);
    await askLink(redeemed);
    await redeemed.frame.decide(linkOf(email).token, false);
    return linkOf(email);
  }

  /** A login of a new device at the vault, approved by the link. */
  async function released({ choice, email, account }: Awaited<ReturnType<typeof holder>>) {
    pause();
    const redeemed = await visitor.signIn('x', choice);
    const { id } = await askLink(redeemed);
    const { frame, authReceipt, session } = redeemed;
    await frame.decide(linkOf(email).token, true);
    const approvalGrant = await frame.grant(id);
    const { walletId, epoch } = account;
    const body = { approvalGrant, authReceipt, walletId, epoch, version: null };
    return [
      await refused(frame.ask('vault', releaseRecoveryCall, { body })),
      await refused(
        frame.ask('frame', releaseRecoveryShareCall, { body: { approvalGrant }, access: session.access }),
      ),
    ];
  }

  it('gets a link that freezes the wallet at both services', async () => {
    const victim = await holder('x');
    const { access } = victim.signedIn.session;
    const { page, subject } = await denied(victim);
    expect([page, subject]).toEqual(['/freeze', 'You stopped a login']);
    expect((await victim.frame.open(access)).seed).toEqual(victim.seed);
    const { answer } = await users.useLink(victim.email);
    expect(answer).toEqual({ state: 'frozen', until: expect.any(String) });
    expect(await refused(victim.frame.open(access))).toBe('403 FROZEN');
    expect(await released(victim)).toEqual(['403 FROZEN', '403 FROZEN']);
    passTime(WALLET_TIMES.freeze);
    expect(await released(victim)).toEqual(['not refused', 'not refused']);
  });

  it('does not freeze the wallet that logs in with this address', async () => {
    const other = await users.emailHolder();
    const victim = await holder('x', newPerson(), other.email);
    await denied(victim);
    expect((await users.useLink(other.email)).answer.state).toBe('frozen');
    expect(await refused(victim.frame.open(victim.signedIn.session.access))).toBe('403 FROZEN');
    expect((await other.frame.open(other.access)).seed).toEqual(other.wallet.seed);
  });

  it('freezes the wallet although the last call of its creation was lost', async () => {
    const choice = newPerson();
    const { frame, signedIn } = await enter('x', choice);
    const { access } = signedIn.session;
    const created = frame.create(signedIn, step => {
      if (step === 'confirm') throw new Error('The browser was closed');
    });
    await expect(created).rejects.toThrow('The browser was closed');
    const email = suite.address();
    pause();
    await setAddress(await enter('x', choice, frame), email);
    pause();
    const redeemed = await visitor.signIn('x', choice);
    await askLink(redeemed);
    await redeemed.frame.decide(linkOf(email).token, false);
    await users.useLink(email);
    expect(await refused(frame.open(access))).toBe('403 FROZEN');
  });
});

describe('the page of the link', () => {
  it('says which address to compare, and announces no code', async () => {
    const textOf = async (path: string) =>
      (await suite.servers.fetch(new Request(`${suite.servers.vaultUrl}${path}?lang=en`))).text();
    const [own, ofEmail] = [await textOf('/approve-login'), await textOf('/approve')];
    expect(own).toContain('Check that the address of the page you’re logging in on is');
    for (const text of ['we send a code', 'enter the code', 'Calls itself']) {
      expect(ofEmail).toContain(text);
      expect(own).not.toContain(text);
    }
  });
});

describe('sendToApprovalAddress', () => {
  it('sets an address once', async () => {
    const first = await holder('x');
    expect(await refused(askFor(first, suite.address()))).toBe('403 EMAIL_TAKEN');
    expect(await refused(askFor(first, first.email))).toBe('403 EMAIL_TAKEN');
  });

  it.each([
    ['another sign-in', { txn: randomUUID() }],
    ['another address', { to: 'mallory@mail.example' }],
    ['another page', { hostOrigin: 'https://evil.example' }],
    ['a current address', { from: 'ada@mail.example' }],
  ])('sends nothing with a consent to %s', async (_, claims) => {
    const entered = await enterOwn();
    const email = suite.address();
    expect(await refused(askFor(entered, email, { claims }))).toBe('403 CONSENT_INVALID');
    expect(suite.inbox.mails(email)).toEqual([]);
  });

  it('sends nothing with a consent that another key signed', async () => {
    const entered = await enterOwn();
    const { privateKey } = await generateKeyPair('ES256');
    const email = suite.address();
    const claims = { txn: entered.txn, from: null, to: email, hostOrigin: entered.frame.page.origin };
    const consent = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: EMAIL_CONSENT_TYPE })
      .sign(privateKey);
    expect(await refused(askFor(entered, email, { consent }))).toBe('403 CONSENT_INVALID');
  });

  it('sends nothing for a user without a wallet, with an email login, or with the proofs of another', async () => {
    const without = await enter('x', newPerson());
    expect(await refused(askFor(without, suite.address()))).toBe('404 WALLET_NOT_FOUND');
    const frame = await suite.frame();
    const signedIn = await frame.signIn(suite.address());
    await frame.create(signedIn);
    const byEmail = { frame, signedIn, txn: txnOf(signedIn.approvalGrant) };
    expect(await refused(askFor(byEmail, suite.address()))).toBe('403 EMAIL_TAKEN');
    const victim = await enterOwn();
    const stolen = { ...victim, frame: await suite.frame() };
    expect(await refused(askFor(stolen, suite.address()))).toBe('403 GRANT_INVALID');
  });

  it('asks providers that the vault can verify for no link', async () => {
    const { choice, account, seed } = await holder('discord');
    const { frame, signedIn } = await enter('discord', choice);
    expect(await frame.recover(signedIn)).toEqual({ account, seed });
  });
});

describe('verifyApprovalAddress', () => {
  it('sets no address without its code, or from another installation', async () => {
    const entered = await enterOwn();
    const { frame, txn } = entered;
    const email = suite.address();
    await askFor(entered, email);
    const code = frame.code(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await refused(verify(frame, txn, wrong))).toBe('403 OTP_INVALID');
    expect(await refused(verify(await suite.frame(), txn, code))).toBe('403 OTP_INVALID');
    expect(await refused(verify(frame, randomUUID(), code))).toBe('403 OTP_INVALID');
    await verify(frame, txn, code);
    // The response may have been lost.
    await verify(frame, txn, code);
    const rows = await suite.database.query(
      `select action from latchkit_vault.audit where actor = $1 and action = 'approval-address.set'`,
      [frame.jkt],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it("never sets one address with another one's code", async () => {
    const entered = await enterOwn();
    const [own, foreign] = [suite.address(), suite.address()];
    await askFor(entered, foreign);
    expect(await refused(askFor(entered, own))).toBe('403 SIGN_IN_INVALID');
    expect(suite.inbox.mails(own)).toEqual([]);
  });

  it('lets nobody change an email login with that code', async () => {
    const entered = await enterOwn();
    const { frame, txn } = entered;
    const email = suite.address();
    await askFor(entered, email);
    const body = { txn, otp: frame.code(email) };
    expect(await refused(frame.ask('vault', verifyOldAddressCall, { body }))).toBe('403 SIGN_IN_INVALID');
  });

  it('stores the address encrypted', async () => {
    const { email } = await holder('x');
    const rows = await suite.database.query('select t::text as row from latchkit_vault.approval_addresses t');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(email);
      expect(row).not.toContain(Buffer.from(email).toString('hex'));
    }
  });
});
