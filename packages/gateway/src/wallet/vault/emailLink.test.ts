import { randomUUID } from 'node:crypto';
import {
  askEvidenceApprovalCall,
  giveEvidenceCall,
  type SocialSignInProvider,
  useFreezeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { askChange, beginChange, changeUpTo } from '../../../test/wallet/changingFrame.js';
import { setApprovalAddress } from '../../../test/wallet/setApprovalAddress.js';
import { type SocialSuite, startSocialSuite } from '../../../test/wallet/socialSuite.js';
import type { SocialVisitor } from '../../../test/wallet/socialVisitor.js';
import type { WalletFrame } from '../../../test/wallet/walletFrame.js';
import type { WalletSuite } from '../../../test/wallet/walletSuite.js';
import { EMAIL_PROVIDER, identityHash } from '../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

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

/** Longer than the cooldown between two emails. */
const pause = () => passTime(31_000);

/** Other persons in every test. */
let persons = 70_000_000;

/** A person with a wallet, who has just logged in. */
async function holder(provider: SocialSignInProvider) {
  persons += 1;
  const choice = { person: String(persons) };
  const redeemed = await visitor.signIn(provider, choice);
  const { frame } = redeemed;
  const signedIn = await visitor.giveEvidence(redeemed);
  const account = await frame.create(signedIn);
  const { approvalGrant = '', authReceipt, session } = signedIn;
  const { seed } = await frame.open(session.access);
  const proof = { approvalGrant, authReceipt };
  return { frame, choice, proof, signedIn, wallet: { account, seed }, access: session.access };
}

type Holder = Awaited<ReturnType<typeof holder>>;

/** Adds an address, with every step. */
async function link({ frame, proof, access }: Holder, email: string): Promise<void> {
  const steps = await beginChange(frame, access, email);
  const { updateReceipt } = steps;
  const { primaryGrant } = await steps.agreeToEmail({ updateReceipt, ...proof });
  await steps.sendNew(primaryGrant);
  const { secondaryReceipt } = await steps.verifyNew(frame.code(email));
  const { preparedGrant } = await steps.prepare(secondaryReceipt);
  const { commitReceipt } = await steps.commit(preparedGrant);
  await steps.follow(commitReceipt);
  pause();
}

async function linked(provider: SocialSignInProvider) {
  const person = await holder(provider);
  const email = suite.address();
  await link(person, email);
  return { ...person, email };
}

const onNewDevice = async (email: string) => {
  const frame: WalletFrame = await suite.frame();
  return frame.recover(await frame.signIn(email));
};

describe('an address added to a social login', () => {
  it('opens the same wallet on a new device after 24 hours, and the login still does at once [SEC-75]', async () => {
    const { frame, access, choice, email, wallet } = await linked('google');
    expect(await refused(onNewDevice(email))).toBe('403 RECOVERY_DELAYED');
    const again = await visitor.signIn('google', choice);
    expect(again.user).toMatchObject({ email, provider: 'google' });
    expect(await again.frame.recover(await visitor.giveEvidence(again))).toEqual(wallet);
    expect(await frame.open(access)).toEqual(wallet);
    passTime(WALLET_TIMES.changedAddress);
    expect(await onNewDevice(email)).toEqual(wallet);
  });

  it('is completed at the next recovery if the vault missed the last step', async () => {
    const person = await holder('google');
    const email = suite.address();
    const steps = await beginChange(person.frame, person.access, email);
    const { updateReceipt } = steps;
    const { primaryGrant } = await steps.agreeToEmail({ updateReceipt, ...person.proof });
    await steps.sendNew(primaryGrant);
    const { secondaryReceipt } = await steps.verifyNew(person.frame.code(email));
    await steps.commit((await steps.prepare(secondaryReceipt)).preparedGrant);
    passTime(WALLET_TIMES.changedAddress + 31_000);
    expect(await onNewDevice(email)).toEqual(person.wallet);
  });

  it('approves the new devices of X, and a denied one sends it a freeze link [SEC-29]', async () => {
    const { choice, email } = await linked('x');
    const redeemed = await visitor.signIn('x', choice);
    const { frame, given } = redeemed;
    expect(await refused(frame.ask('vault', giveEvidenceCall, { body: given }))).toBe('403 LINK_REQUIRED');
    await frame.ask('vault', askEvidenceApprovalCall, { body: given });
    const token = /approve-login\?lang=en#t=([\w-]+)/.exec(suite.inbox.mails(email).at(-1)?.text ?? '')?.[1];
    await frame.decide(token ?? '', false);
    const denied = suite.inbox.mails(email).at(-1);
    expect(denied?.subject).toBe('You stopped a login');
    expect(denied?.text).toContain('/freeze?');
  });

  it('gets the notice of a new device, whose link freezes the wallet [SEC-76]', async () => {
    const { frame, access, choice, email } = await linked('google');
    const redeemed = await visitor.signIn('google', choice);
    await redeemed.frame.recover(await visitor.giveEvidence(redeemed));
    const { subject, text = '' } = suite.inbox.mails(email).at(-1) ?? {};
    expect(subject).toBe('A new browser can open your wallet');
    const token = /\/freeze\?lang=en#t=([\w-]+)/.exec(text)?.[1];
    const response = await suite.servers.fetch(
      new Request(suite.servers.vaultUrl + useFreezeCall.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      }),
    );
    expect(await response.json()).toMatchObject({ state: 'frozen' });
    expect(await refused(frame.open(access))).toBe('403 FROZEN');
    const again = await visitor.signIn('google', choice);
    const signedIn = await visitor.giveEvidence(again);
    expect(await refused(again.frame.recover(signedIn))).toBe('403 FROZEN');
  });

  it('is changed with a code of its own, and the new one approves new devices from then on', async () => {
    const { frame, access, email, choice, wallet } = await linked('x');
    const next = suite.address();
    const change = await beginChange(frame, access, next);
    expect(change.currentEmail).toBe(email);
    await changeUpTo(change, { frame, email, next }, 'follow');
    passTime(WALLET_TIMES.changedAddress + 31_000);
    expect(await onNewDevice(next)).toEqual(wallet);
    pause();
    const redeemed = await visitor.signIn('x', choice);
    await redeemed.frame.ask('vault', askEvidenceApprovalCall, { body: redeemed.given });
    expect(suite.inbox.mails(next).at(-1)?.text).toContain('approve-login');
  });

  it('is not added if it has a wallet: users are never merged [SEC-36]', async () => {
    const other = await suite.frame();
    const email = suite.address();
    await other.create(await other.signIn(email));
    const person = await holder('google');
    const steps = await beginChange(person.frame, person.access, email);
    const { primaryGrant } = await steps.agreeToEmail({
      updateReceipt: steps.updateReceipt,
      ...person.proof,
    });
    await steps.sendNew(primaryGrant);
    const { subject = '', text = '' } = suite.inbox.mails(email).at(-1) ?? {};
    expect(subject).toBe('This email address is in use already');
    expect(text).not.toMatch(/^\d{6}$/m);
    expect(await refused(steps.verifyNew('000000'))).toBe('403 OTP_INVALID');
  });
});

describe('agreeToEmail', () => {
  it.each([
    ['no login', { login: undefined }],
    ['another login', { login: { provider: 'google', idh: identityHash(randomUUID(), 'google', '1') } }],
    ['another address', { to: 'mallory@mail.example' }],
    ['another change', { txn: randomUUID() }],
    ['another page', { hostOrigin: 'https://evil.example' }],
  ])('refuses a consent to %s, as the wallet service does [SEC-75]', async (_, claims) => {
    const { frame, access, proof } = await holder('google');
    const email = suite.address();
    const asked = await askChange(frame, access, email);
    const consent = await asked.consentTo(claims);
    expect(await refused(asked.agree(consent))).toBe('403 CONSENT_INVALID');
    const { updateReceipt } = await asked.agree();
    expect(await refused(asked.agreeToEmail({ updateReceipt, ...proof, consent }))).toBe(
      '403 CONSENT_INVALID',
    );
    expect(suite.inbox.mails(email)).toEqual([]);
  });

  it('adds nothing to the wallet of another user, whatever the wallet service signs [SEC-75]', async () => {
    const [victim, thief] = [await holder('google'), await holder('google')];
    const email = suite.address();
    const asked = await askChange(thief.frame, thief.access, email);
    const { txn } = asked;
    const now = Math.floor(Date.now() / 1_000);
    const sign = (typ: string, claims: object) =>
      suite.services.stores[0]?.keys.sign(typ, {
        ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: thief.frame.jkt },
        ...{ from: identityHash(txn, EMAIL_PROVIDER, ''), to: identityHash(txn, EMAIL_PROVIDER, email) },
        ...{ iat: now, exp: now + 60, ...claims },
      });
    const walletId = victim.wallet.account.walletId;
    const forged = await sign(TOKEN_KINDS.updateReceipt, { walletId, standing: 'settled' });
    expect(await refused(asked.agreeToEmail({ updateReceipt: forged, ...thief.proof }))).toBe(
      '403 ACCOUNT_MISMATCH',
    );
    expect(await refused(asked.agreeToEmail({ updateReceipt: forged, ...victim.proof }))).toBe(
      '403 GRANT_INVALID',
    );
    const receipt = await sign(TOKEN_KINDS.secondaryReceipt, {});
    expect(await refused(asked.prepare(receipt))).toBe('403 SIGN_IN_INVALID');
  });

  it('makes no login of an address for approvals, whatever the wallet service signs', async () => {
    const { frame, access, choice } = await holder('x');
    const email = suite.address();
    const signedIn = await visitor.giveEvidence(await visitor.signIn('x', choice, frame));
    await setApprovalAddress(frame, signedIn, email);
    const grant = JSON.parse(
      Buffer.from(signedIn.approvalGrant?.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    const txn = String(grant.txn);
    const now = Math.floor(Date.now() / 1_000);
    const receipt = await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.secondaryReceipt, {
      ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: frame.jkt },
      ...{ from: identityHash(txn, EMAIL_PROVIDER, ''), to: identityHash(txn, EMAIL_PROVIDER, email) },
      ...{ iat: now, exp: now + 60 },
    });
    const asked = await askChange(frame, access, email);
    expect(await refused(asked.prepare(receipt))).toBe('403 SIGN_IN_INVALID');
  });

  it('sends no code before the vault agreed', async () => {
    const { frame, access } = await holder('google');
    const email = suite.address();
    const steps = await beginChange(frame, access, email);
    expect(await refused(steps.sendNew())).toBe('403 GRANT_INVALID');
    expect(suite.inbox.mails(email)).toEqual([]);
  });
});
