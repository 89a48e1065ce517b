import {
  endRecoveryCall,
  readApprovalCall,
  readProtectionCall,
  sendSignInCodeCall,
  setRecoveryDelayCall,
  useFreezeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { protectingFrame } from '../../../test/wallet/protectingFrame.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';

const HOUR = 3_600_000;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A user with a recovery delay. */
async function owner(delay: 24 | 72 = 24) {
  const email = suite.address();
  const portal = await suite.frame(suite.portalPage);
  const signedIn = await portal.signIn(email);
  const account = await portal.create(signedIn);
  const protecting = protectingFrame(portal, signedIn, Buffer.alloc(32));
  passTime(31_000);
  const receipt = await protecting.receipt('protection');
  const setDelay = (hours: 0 | 24 | 72) =>
    portal.ask('vault', setRecoveryDelayCall, { body: { receipt, delay: hours } });
  await setDelay(delay);
  /** In a new session, because those before may have ended. */
  const read = async () => {
    passTime(31_000);
    const again = protectingFrame(portal, await portal.signIn(email), Buffer.alloc(32));
    return portal.ask('vault', readProtectionCall, { body: { receipt: await again.receipt('read') } });
  };
  return { email, portal, account, protecting, receipt, setDelay, read, signedIn };
}

/** A new installation whose link was approved. */
async function approved(email: string) {
  passTime(31_000);
  const frame = await suite.frame();
  const started = await frame.start(email);
  const { id, token } = await frame.askApproval(started, email);
  await frame.decide(token, true);
  const state = () => frame.ask('vault', readApprovalCall, { params: { id } });
  return { frame, started, id, state };
}

/** Starts again on an installation that has waited, without a link. */
async function resume({ frame }: Awaited<ReturnType<typeof approved>>, email: string) {
  const mails = suite.inbox.mails(email).length;
  const started = await frame.start(email);
  const { id } = await frame.askApproval(started, email);
  expect(suite.inbox.mails(email)).toHaveLength(mails);
  const approvalGrant = await frame.grant(id);
  await frame.ask('frame', sendSignInCodeCall, { body: { txn: started.txn, approvalGrant } });
  const verified = await frame.verify(started.txn, frame.code(email));
  return frame.recover({ ...verified, approvalGrant });
}

describe('openingOf', () => {
  it('opens the wallet after the delay, on the installation whose link was approved, without another link', async () => {
    const { email, account, read } = await owner();
    const one = await approved(email);
    const state = await one.state();
    expect([state.state, state.approvalGrant]).toEqual(['delayed', undefined]);
    const opensAt = Date.parse(state.opensAt ?? '');
    expect(opensAt - Date.now()).toBeGreaterThan(23.9 * HOUR);
    expect(suite.inbox.mails(email).at(-1)?.subject).toBe('A new browser will be able to open your wallet');
    expect((await read()).recoveries).toMatchObject([{ host: 'shop.example', opensAt: state.opensAt }]);
    // Asking again starts no other wait.
    expect((await one.state()).opensAt).toBe(state.opensAt);
    // Another installation waits for its own delay.
    passTime(12 * HOUR);
    const other = await approved(email);
    expect(Date.parse((await other.state()).opensAt ?? '')).toBeGreaterThan(opensAt + 11 * HOUR);
    passTime(opensAt - Date.now() + 1_000);
    expect((await other.state()).state).toBe('delayed');
    expect((await resume(one, email)).account).toEqual(account);
    expect((await read()).recoveries).toMatchObject([{ opensAt: (await other.state()).opensAt }]);
  });

  it('forgets a recovery that nobody continued within seven days', async () => {
    const { email } = await owner();
    const one = await approved(email);
    passTime(24 * HOUR + 7 * 24 * HOUR + 1_000);
    const started = await one.frame.start(email);
    const { id } = await one.frame.askApproval(started, email);
    expect((await one.frame.ask('vault', readApprovalCall, { params: { id } })).state).toBe('pending');
  });

  it('shortens a delay only after the longer one, and lengthens it at once', async () => {
    const { setDelay, read } = await owner(72);
    await setDelay(0);
    const changed = await read();
    expect([changed.delay, changed.nextDelay?.delay]).toEqual([72, 0]);
    passTime(71 * HOUR);
    expect((await read()).delay).toBe(72);
    passTime(1 * HOUR + 1_000);
    expect(await read()).toMatchObject({ delay: 0, nextDelay: null });
  });

  it('opens nothing while the wallet is frozen in the middle of it [SEC-76]', async () => {
    const { email } = await owner();
    const one = await approved(email);
    const mail = suite.inbox.mails(email).at(-1);
    const token = /#t=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    passTime(23 * HOUR);
    expect((await one.frame.ask('vault', useFreezeCall, { body: { token } })).state).toBe('frozen');
    expect(await refused(one.state())).toBe('403 FROZEN');
    passTime(2 * HOUR);
    expect(await refused(resume(one, email))).toBe('403 FROZEN');
    // The recovery can be continued once the freeze has ended.
    passTime(72 * HOUR);
    expect((await resume(one, email)).account.epoch).toBe(1);
  });
});

describe('endRecovery', () => {
  it('cancels with a session alone: the installation gets nothing', async () => {
    const { email, portal, protecting, read } = await owner();
    const one = await approved(email);
    await one.state();
    const [{ id } = { id: '' }] = (await read()).recoveries;
    const receipt = await protecting.receipt('read');
    const cancel = () =>
      portal.ask('vault', endRecoveryCall, { params: { id }, body: { receipt, decision: 'cancel' } });
    await cancel();
    expect(await refused(cancel())).toBe('404 APPROVAL_INVALID');
    expect((await one.state()).state).toBe('denied');
    expect((await read()).recoveries).toEqual([]);
    passTime(25 * HOUR);
    // Each new link deletes what has ended.
    const [other, stranger] = [await suite.frame(), suite.address()];
    await other.askApproval(await other.start(stranger), stranger);
    expect((await one.state()).state).toBe('denied');
    const started = await one.frame.start(email);
    const asked = await one.frame.askApproval(started, email);
    expect((await one.frame.ask('vault', readApprovalCall, { params: { id: asked.id } })).state).toBe(
      'pending',
    );
  });

  it("opens at once with a fresh code, and with the wallet's passkey", async () => {
    const { email, portal, signedIn, read, account } = await owner();
    const protecting = protectingFrame(portal, signedIn, await portal.walletKey(signedIn.session.access));
    passTime(31_000);
    const changing = await protecting.receipt('protection');
    const passkey = await protecting.addPasskey(changing);
    await protecting.protect(changing, 'passkey', [passkey]);
    const one = await approved(email);
    const [{ id } = { id: '' }] = (await read()).recoveries;
    passTime(31_000);
    const waiving = await protecting.receipt('waive');
    const waive = (more: object) =>
      portal.ask('vault', endRecoveryCall, { params: { id }, body: { decision: 'waive', ...more } });
    expect(await refused(waive({ receipt: await protecting.receipt('read') }))).toBe('403 GRANT_INVALID');
    expect(await refused(waive({ receipt: waiving }))).toBe('403 PASSKEY_REQUIRED');
    const assertion = await protecting.usePasskey(waiving, passkey.passkey);
    await waive({ receipt: waiving, assertion });
    expect((await one.state()).approvalGrant).toBeDefined();
    expect(account.epoch).toBe(1);
  });
});
