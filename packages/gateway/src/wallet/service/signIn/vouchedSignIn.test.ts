import { randomBytes } from 'node:crypto';
import {
  authorizeInstallationCall,
  revokeInstallationCall,
  verifyVouchedSignInCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { atPortal } from '../../../../test/wallet/portalVisitor.js';
import { vouchFor } from '../../../../test/wallet/vouchFor.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A browser with a wallet, and a new one on another site. */
async function siblings() {
  const email = suite.address();
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  const account = await frame.create(signedIn);
  passTime(31_000);
  const added = await suite.frame({ ...PAGE, origin: 'https://other.example' });
  return { email, frame, account, added, access: signedIn.session.access };
}

const authorize = (
  by: WalletFrame,
  access: string,
  { jkt, encJwk, page }: Pick<WalletFrame, 'jkt' | 'encJwk' | 'page'>,
) =>
  by.ask('frame', authorizeInstallationCall, {
    ...{ body: { jkt, encJwk, projectId: page.project, hostOrigin: page.origin }, access },
  });
const logIn = (added: WalletFrame, txn: string) =>
  added.ask('frame', verifyVouchedSignInCall, { body: { txn } });

describe('verifyVouchedSignIn', () => {
  it('logs a new installation in without code or link, which then opens the same wallet', async () => {
    const { email, frame, account, added, access } = await siblings();
    const there = await vouchFor(frame, access, added);
    expect((await added.open(there)).account).toEqual(account);
    // Its user is told as of every new installation.
    expect(suite.inbox.mails(email).at(-1)?.subject).toBe('A new browser can open your wallet');
    passTime(31_000);
    expect((await added.start(email)).action).toBe('VERIFY_OTP');
  });

  it('is good once, for ten minutes, and for that key on that page', async () => {
    const { frame, added, access } = await siblings();
    const { txn } = await authorize(frame, access, added);
    const stranger = await suite.frame({ ...PAGE, origin: 'https://other.example' });
    expect(await refused(logIn(stranger, txn))).toBe('403 SIGN_IN_INVALID');
    expect(await refused(logIn(added.at(PAGE), txn))).toBe('403 SIGN_IN_INVALID');
    await logIn(added, txn);
    expect(await refused(logIn(added, txn))).toBe('403 SIGN_IN_INVALID');
    const late = await authorize(frame, access, added);
    passTime(601_000);
    expect(await refused(logIn(added, late.txn))).toBe('403 SIGN_IN_INVALID');
  });

  it('needs an installation with a share set, and the registered key of the new one', async () => {
    const { email, frame, added, access } = await siblings();
    const { encJwk } = await suite.frame();
    const { jkt, page } = added;
    expect(await refused(authorize(frame, access, { jkt, page, encJwk }))).toBe('403 SIGN_IN_INVALID');
    const empty = await suite.frame();
    const { session } = await empty.signIn(email);
    expect(await refused(authorize(empty, session.access, added))).toBe('404 SHARE_NOT_FOUND');
  });

  it('refuses pages that the project does not allow, before the wallet key is passed on', async () => {
    const { frame, access } = await siblings();
    const added = await suite.frame(suite.portalPage);
    const page = { ...suite.portalPage, origin: 'https://other.example' };
    const { jkt, encJwk } = added;
    expect(await refused(authorize(frame, access, { jkt, encJwk, page }))).toBe('403 ORIGIN_NOT_ALLOWED');
    expect(await refused(authorize(frame, access, { ...added, page: { ...page, project: 'none' } }))).toBe(
      '404 PROJECT_NOT_FOUND',
    );
    await authorize(frame, access, added);
  });

  it('does not let the new one in once the other was revoked, before its login or after', async () => {
    const { email, frame, added, access } = await siblings();
    const key = await frame.walletKey(access);
    const [before, after] = [await authorize(frame, access, added), await authorize(frame, access, added)];
    const { session } = await logIn(added, after.txn);
    const portal = await atPortal(suite, frame, email);
    const [row] = await suite.database.query('select id from latchkit_wallet.installations where jkt = $1', [
      frame.jkt,
    ]);
    await portal.ask(revokeInstallationCall, { params: { id: String(row?.id) }, body: {} });
    expect(await refused(logIn(added, before.txn))).toBe('403 SIGN_IN_INVALID');
    expect(await refused(added.enrol(session.access, key))).toBe('403 GRANT_INVALID');
    expect(await refused(added.enrol(session.access, randomBytes(32)))).toBe('403 GRANT_INVALID');
  });
});
