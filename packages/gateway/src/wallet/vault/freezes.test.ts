import { randomBytes } from 'node:crypto';
import {
  decideApprovalCall,
  enrolInstallationCall,
  freezeUserCall,
  makeFreezeLinkCall,
  releaseDeviceShareCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  startEmailUpdateCall,
  useFreezeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { beginChange, changeUpTo, changingFrame } from '../../../test/wallet/changingFrame.js';
import { sealTo } from '../../../test/wallet/testWallet.js';
import { Refusal } from '../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';
import { identityHash } from '../shared/emailIdentity.js';
import { inSeconds, TOKEN_KINDS } from '../shared/serviceTokens.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** The newest email with a subject to an address, and the target of its link. */
function linkIn(email: string, subject: string) {
  const mail = suite.inbox.mails(email).findLast(one => one.subject.includes(subject));
  const [, page = '', token = ''] =
    /https:\/\/vault\.example\/(\w+)\?lang=en#t=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  return { page, token };
}

/** The calls of the link page. */
async function page(action: 'look' | 'use', token: string) {
  const response = await suite.servers.fetch(
    new Request(`${suite.servers.vaultUrl}/v1/freezes/${action}`, {
      method: 'POST',
      body: JSON.stringify({ token }),
    }),
  );
  const json = z.parse(
    z.looseObject({ error: z.optional(z.object({ code: z.string() })) }),
    await response.json(),
  );
  if (json.error !== undefined) {
    throw new Refusal({
      status: response.status,
      json: { error: { message: '', ...json.error } },
      headers: response.headers,
    });
  }
  return z.parse(useFreezeCall.response, json);
}

/** A user with a wallet, and the link in the email about a new device. */
async function withLink() {
  const email = suite.address();
  const frame = await suite.frame();
  const first = await frame.signIn(email);
  const account = await frame.create(first);
  passTime(31_000);
  const other = await suite.frame();
  await other.recover(await other.signIn(email));
  const { page, token } = linkIn(email, 'A new browser can open your wallet');
  expect(page).toBe('freeze');
  return { email, frame, first, account, token };
}

describe('a link that freezes', () => {
  it('blocks every release of a share and every change of the address for 72 hours [SEC-76]', async () => {
    const { email, frame: host, first, account, token } = await withLink();
    const frozen = '403 FROZEN';
    passTime(31_000);
    const frame = host.at(suite.portalPage);
    const again = await frame.signIn(email, { purpose: 'recover' });
    const { access } = again.session;
    const body = { approvalGrant: again.approvalGrant };
    const evidence = { ...body, authReceipt: again.authReceipt, walletId: account.walletId, epoch: 1 };
    const routes = [
      () => frame.ask('frame', releaseDeviceShareCall, { body: {}, access }),
      () => host.ask('frame', releaseDeviceShareCall, { body: {}, access: first.session.access }),
      () => frame.ask('frame', releaseRecoveryShareCall, { body, access }),
      () => frame.ask('vault', releaseRecoveryCall, { body: { ...evidence, version: null } }),
      () => frame.rekey(again),
      () => frame.ask('frame', startEmailUpdateCall, { body: { email: suite.address() }, access }),
    ];
    const { until, state } = await page('use', token);
    expect([state, Date.parse(until ?? '')]).toEqual(['frozen', Date.now() + 72 * HOUR]);
    for (const [index, route] of routes.entries()) expect(await refused(route()), String(index)).toBe(frozen);
    // It ends automatically.
    passTime(72 * HOUR);
    const later = await suite.frame();
    expect((await later.recover(await later.signIn(email))).account).toEqual(account);
    expect((await page('look', token)).state).toBe('expired');
  });

  it('lets nobody enrol or rekey, whatever was begun before it was used [SEC-76]', async () => {
    const { email, frame: host, account, token } = await withLink();
    passTime(31_000);
    const frame = host.at(suite.portalPage);
    const again = await frame.signIn(email, { purpose: 'recover' });
    // Both store their new shares already, so only the wallet service's own check can refuse.
    const rekeyed = frame.rekey(again, async step => {
      if (step === 'commit') await page('use', token);
    });
    expect(await refused(rekeyed)).toBe('403 FROZEN');
    const [gateway] = suite.services.stores;
    const key = gateway?.keys.published.find(({ use }) => use === 'enc');
    if (key === undefined) throw new Error('The gateway publishes no key');
    const half = await sealTo(key, { half: randomBytes(32) });
    const enrolled = frame.ask('frame', enrolInstallationCall, {
      body: { epoch: account.epoch, half },
      access: again.session.access,
    });
    expect(await refused(enrolled)).toBe('403 FROZEN');
    passTime(72 * HOUR);
    const later = await frame.signIn(email);
    expect((await frame.open(later.session.access)).account).toEqual(account);
  });

  it('changes nothing when it is only fetched, inspected or opened by a scanner [SEC-26]', async () => {
    const { frame, first, token } = await withLink();
    for (const path of ['/freeze', '/revert', '/v1/freezes/use', '/v1/freezes/look']) {
      for (const method of ['GET', 'HEAD']) {
        const url = `${suite.servers.vaultUrl}${path}?lang=en&t=${token}&token=${token}#t=${token}`;
        await suite.servers.fetch(new Request(url, { method }));
      }
    }
    expect(await page('look', token)).toEqual({ state: 'pending' });
    expect((await frame.open(first.session.access)).account.epoch).toBe(1);
  });

  it('is valid for thirty days, without a login and for nothing else', async () => {
    const { frame, token } = await withLink();
    expect(await refused(page('use', 'a'.repeat(43)))).toBe('404 APPROVAL_INVALID');
    const other = frame.ask('vault', decideApprovalCall, { body: { token, approve: true } });
    expect(await refused(other)).toBe('404 APPROVAL_INVALID');
    passTime(30 * DAY);
    expect(await refused(page('use', token))).toBe('404 APPROVAL_INVALID');
  });

  it('freezes its wallet at both services after the address was changed, and no wallet of the next user of the address', async () => {
    const { email, frame, first, account, token } = await withLink();
    const next = suite.address();
    const { access } = first.session;
    await changeUpTo(await beginChange(frame, access, next), { frame, email, next }, 'follow');
    passTime(31_000);
    const stranger = await suite.frame();
    const theirs = await stranger.signIn(email);
    const other = await stranger.create(theirs);
    expect((await frame.open(access)).account).toEqual(account);
    expect((await page('use', token)).state).toBe('frozen');
    expect(await refused(frame.open(access))).toBe('403 FROZEN');
    expect((await stranger.open(theirs.session.access)).account).toEqual(other);
  });

  it('is sent after the denial of a device and with the code that changes an address', async () => {
    const one = await changingFrame(suite);
    await one.sendOld();
    expect(linkIn(one.email, 'about to move to another').page).toBe('freeze');
    const frame = await suite.frame();
    passTime(31_000);
    const started = await frame.start(one.email);
    const { token } = await frame.askApproval(started, one.email);
    await frame.decide(token, false);
    const link = linkIn(one.email, 'You stopped a login');
    expect(link.page).toBe('freeze');
    expect((await page('use', link.token)).state).toBe('frozen');
    expect(await refused(one.frame.open(one.access))).toBe('403 FROZEN');
  });

  it('is created and used only with the signed tokens of the services', async () => {
    const { email, frame, first } = await withLink();
    const gateway = suite.services.stores.find(({ name }) => name === 'a');
    const claims = {
      ...{ jti: 'one', txn: null, until: inSeconds(Date.now()) + 1_000, exp: inSeconds(Date.now()) + 60 },
      idh: identityHash('one', 'email', email),
    };
    const own = await gateway?.keys.sign(TOKEN_KINDS.freezeGrant, {
      ...{ iss: suite.servers.vaultUrl, aud: suite.servers.frameUrl, ...claims },
    });
    for (const grant of [own, 'a.b.c']) {
      const order = frame.ask('frame', freezeUserCall, { body: { grant, email } });
      expect(await refused(order)).toBe('403 GRANT_INVALID');
      const link = frame.ask('vault', makeFreezeLinkCall, {
        body: { request: grant, email, locale: 'en' },
      });
      expect(await refused(link)).toBe('403 GRANT_INVALID');
    }
    expect((await frame.open(first.session.access)).account.epoch).toBe(1);
  });
});

describe('the link of a change of the address', () => {
  it('reverts the change in both services, ends sessions and freezes the wallet, at every step of the change', async () => {
    for (const last of ['prepare', 'commit', 'follow'] as const) {
      const one = await changingFrame(suite);
      await one.upTo(last);
      const { page: kind, token } = linkIn(one.email, 'is moving to another');
      expect(kind).toBe('revert');
      const undone = { state: 'frozen', until: expect.any(String), isReverted: true };
      for (const action of ['use', 'use', 'look'] as const) {
        expect(await page(action, token), last).toEqual(undone);
      }
      passTime(72 * HOUR + 31_000);
      expect(await one.recovered(one.email), last).toEqual(one.account);
      const stranger = await suite.frame();
      passTime(31_000);
      expect((await stranger.signIn(one.next)).user.wallet, last).toBeNull();
    }
  });

  it('works for 72 hours and restores the old address for the same wallet', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow');
    const { token } = linkIn(one.email, 'is moving to another');
    passTime(72 * HOUR - 60_000);
    expect((await page('use', token)).state).toBe('frozen');
    passTime(72 * HOUR);
    const next = await suite.frame();
    const signedIn = await next.signIn(one.email);
    expect((await next.recover(signedIn)).account).toEqual(one.account);
  });

  it('goes to every old address, and the oldest wins', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow');
    passTime(31_000);
    const third = suite.address();
    const again = await one.frame.signIn(one.next);
    const more = await beginChange(one.frame, again.session.access, third);
    await changeUpTo(more, { frame: one.frame, email: one.next, next: third }, 'follow');
    const subject = `is moving to another email address: ${third}`;
    const [first, second] = [linkIn(one.email, subject), linkIn(one.next, subject)];
    expect([first.page, second.page]).toEqual(['revert', 'revert']);
    expect((await page('use', first.token)).state).toBe('frozen');
    // The holder of the second mailbox cannot restore it.
    expect((await page('use', second.token)).state).toBe('frozen');
    passTime(72 * HOUR);
    expect(await one.recovered(one.email)).toEqual(one.account);
    const stranger = await suite.frame();
    passTime(31_000);
    expect((await stranger.signIn(one.next)).user.wallet).toBeNull();
  });

  it('ends the session that made the change', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow');
    await page('use', linkIn(one.email, 'is moving to another').token);
    expect(await refused(one.frame.open(one.access))).toBe('401 INVALID_SESSION');
  });

  it('continues where it failed: freezes the vault immediately and the wallet service when it responds', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow');
    const { token } = linkIn(one.email, 'is moving to another');
    const { database } = suite;
    await database.query('alter table latchkit_wallet.users rename to users_away');
    expect(await refused(page('use', token))).toBe('503 PEER_UNAVAILABLE');
    await database.query('alter table latchkit_wallet.users_away rename to users');
    // The attacker has the new mailbox, and the wallet service has not received the freeze.
    passTime(31_000);
    expect(await refused(one.recovered(one.next))).toBe('403 FROZEN');
    // After a reload, the page lets the visitor click again.
    expect(await page('look', token)).toEqual({ state: 'pending' });
    expect(await page('use', token)).toMatchObject({ state: 'frozen', isReverted: true });
    expect(await page('look', token)).toMatchObject({ state: 'frozen', isReverted: true });
    passTime(72 * HOUR + 31_000);
    expect(await one.recovered(one.email)).toEqual(one.account);
  });

  it('only freezes the wallet when another user has the old address, and expires after three days', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow');
    const { token } = linkIn(one.email, 'is moving to another');
    passTime(31_000);
    const stranger = await suite.frame();
    const theirs = await stranger.create(await stranger.signIn(one.email));
    for (const action of ['use', 'look'] as const) {
      expect(await page(action, token)).toEqual({ state: 'frozen', until: expect.any(String) });
    }
    expect(await refused(one.frame.open(one.access))).toBe('401 INVALID_SESSION');
    passTime(72 * HOUR + 31_000);
    expect(await one.recovered(one.next)).toEqual(one.account);
    expect(await one.recovered(one.email)).toEqual(theirs);
    const two = await changingFrame(suite);
    await two.upTo('follow');
    const late = linkIn(two.email, 'is moving to another').token;
    passTime(72 * HOUR);
    expect(await refused(page('use', late))).toBe('404 APPROVAL_INVALID');
  });
});
