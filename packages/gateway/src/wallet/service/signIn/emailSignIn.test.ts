import { decodeJwt } from 'jose';
import { releaseRecoveryCall, sendSignInCodeCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { databaseCounters } from '../../../platform/adapters/databaseCounters.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { AddressRefused } from '../../../platform/ports/Mailer.js';
import { identityHash } from '../../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';
import { finishTxn, takeTry } from './transactions.js';

const MINUTE = 60_000;
/** As in `walletSuite`. */
const FACTOR = 1_000;

let suite: WalletSuite;
const statements: string[] = [];
beforeAll(async () => {
  suite = await walletSuite();
  // Records the statements that the services run, without changing them.
  const heard = (runner: SqlRunner) => {
    const query = runner.query.bind(runner);
    runner.query = (sql, values) => {
      // The mirror sends in the background.
      if (!sql.includes('mirror_outbox')) statements.push(sql.replace(/\s+/g, ' '));
      return query(sql, values);
    };
  };
  heard(suite.database);
});
afterAll(() => suite.close());
// Time passes only where a test says so, because waits are compared by the second.
beforeEach(() => passTime(0));
afterEach(() => {
  vi.useRealTimers();
});

const otp = (frame: WalletFrame, txn: string, approvalGrant?: string) =>
  frame.ask('frame', sendSignInCodeCall, {
    body: { txn, ...(approvalGrant ? { approvalGrant } : {}) },
  });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A sign-in whose code was sent. */
async function coded(email = suite.address(), frame?: WalletFrame) {
  const own = frame ?? (await suite.frame());
  const started = await own.start(email);
  const { txn } = started;
  const { id, token } = await own.askApproval(started, email);
  await own.decide(token, true);
  const grant = await own.grant(id);
  await otp(own, txn, grant);
  return { frame: own, email, txn, grant, code: own.code(email) };
}

/** An installation that holds a share set of its user's wallet. */
async function enrolled() {
  const email = suite.address();
  const frame = await suite.frame();
  await frame.create(await frame.signIn(email));
  passTime(31_000);
  return { email, frame };
}

describe('a code', () => {
  it('is good once: again after success it is refused, and there is no second session [SEC-19]', async () => {
    const { frame, txn, code } = await coded();
    await frame.verify(txn, code);
    const sessions = () => suite.database.query('select id from latchkit_wallet.sessions');
    const before = (await sessions()).length;
    expect(await refused(frame.verify(txn, code))).toBe('403 OTP_INVALID');
    expect((await sessions()).length).toBe(before);
  });

  it('locks its sign-in at the sixth try, the right one included [SEC-20]', async () => {
    const { frame, txn, code } = await coded();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await refused(frame.verify(txn, other(code)))).toBe('403 OTP_INVALID');
    }
    expect(await refused(frame.verify(txn, code))).toBe('403 LOCKED');
    passTime(31_000);
    expect(await refused(otp(frame, txn))).toBe('403 LOCKED');
  });

  it('allows five attempts, even when many arrive at once [SEC-20]', async () => {
    const { frame, txn, code } = await coded();
    const wrong = Array.from({ length: 30 }, (_, index) =>
      String((Number(code) + index + 1) % 1e6).padStart(6, '0'),
    );
    await Promise.all(wrong.map(text => refused(frame.verify(txn, text))));
    const [row] = await suite.database.query(
      'select tries, state from latchkit_wallet.auth_txns where id = $1',
      [txn],
    );
    expect(row).toEqual({ tries: 5, state: 'locked' });
    expect(await refused(frame.verify(txn, code))).toBe('403 LOCKED');
  });

  it('locks new installations out after 15 wrong codes in a day, but not known ones [SEC-20]', async () => {
    const { email, frame: known } = await enrolled();
    for (let round = 0; round < 3; round += 1) {
      const { frame, txn, code } = await coded(email);
      for (let tries = 0; tries < 5; tries += 1) await refused(frame.verify(txn, other(code)));
      passTime(31_000);
    }
    const stranger = await suite.frame();
    expect(await refused(stranger.start(email))).toBe('403 LOCKED');
    const { user } = await known.signIn(email);
    expect(user.isEnrolled).toBe(true);
    passTime(24 * 60 * MINUTE);
    expect((await stranger.start(email)).action).toBe('VERIFY_DEVICE');
  });

  it('of another installation is refused, and counts for that one, not for the sign-in [SEC-21]', async () => {
    const { txn, code, frame } = await coded();
    const thief = await suite.frame();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await refused(thief.verify(txn, code))).toBe('403 OTP_INVALID');
    }
    const { count, window } = WALLET_ALLOWANCES.foreignCodes;
    const counters = databaseCounters(suite.database, `${WALLET_SCHEMA}.counters`);
    await counters.increment(`foreign code:${window}:${thief.jkt}`, count * FACTOR - 5, window);
    expect(await refused(thief.verify(txn, code))).toBe('429 RATE_LIMITED');
    expect(await refused(frame.verify(txn, code))).toBe('not refused');
  });

  it('of one sign-in is refused in another of the same address [SEC-22]', async () => {
    const first = await coded();
    passTime(31_000);
    const second = await coded(first.email, first.frame);
    const crossed = first.code === second.code ? other(first.code) : first.code;
    expect(await refused(first.frame.verify(second.txn, crossed))).toBe('403 OTP_INVALID');
    await second.frame.verify(second.txn, second.code);
  });

  it('is not sent again within 30 s, and nothing else is [SEC-23] [VAL-08]', async () => {
    const { frame, txn, email } = await coded();
    const mails = suite.inbox.mails(email).length;
    passTime(10_000);
    const body = await frame.startBody(email);
    const answer = await frame.call('frame', '/v1/auth/email/start', { body });
    expect(answer.json.error).toEqual({
      code: 'COOLDOWN',
      message: expect.stringMatching(/^Please try again after (19|20) seconds$/),
      retryAfter: expect.any(Number),
    });
    expect(suite.inbox.mails(email).length).toBe(mails);
    passTime(21_000);
    await otp(frame, txn);
    expect(await refused(otp(frame, txn))).toBe('429 COOLDOWN');
    expect(suite.inbox.mails(email).length).toBe(mails + 1);
  });

  it('takes nothing of the limits of the address when no email left, a few times (GW-05)', async () => {
    const { frame, txn, email } = await coded();
    const known = await enrolled();
    passTime(40_000);
    const away = vi.spyOn(suite.inbox, 'send').mockRejectedValue(new Error('454'));
    onTestFinished(() => away.mockRestore());
    const { count } = WALLET_ALLOWANCES.returnsOfLimit;
    for (const ask of [() => otp(frame, txn), () => known.frame.start(known.email)]) {
      for (let at = 0; at < count; at++) expect(await refused(ask())).toBe('503 MAIL_UNAVAILABLE');
    }
    away.mockRestore();
    const mails = suite.inbox.mails(email).length;
    await otp(frame, txn);
    expect(suite.inbox.mails(email).length).toBe(mails + 1);
    await known.frame.start(known.email);
    expect(await refused(otp(frame, txn))).toBe('429 COOLDOWN');
  });

  it('is limited for an address whose mail server refuses every email for a moment (GW-05)', async () => {
    const { frame, txn } = await coded();
    const away = vi.spyOn(suite.inbox, 'send').mockRejectedValue(new Error('450 4.2.0'));
    onTestFinished(() => away.mockRestore());
    const { count } = WALLET_ALLOWANCES.returnsOfLimit;
    passTime(40_000);
    for (let at = 0; at <= count; at++) expect(await refused(otp(frame, txn))).toBe('503 MAIL_UNAVAILABLE');
    expect(await refused(otp(frame, txn))).toBe('429 COOLDOWN');
  });

  it('counts an email to an address that the mail server refuses (GW-05)', async () => {
    const { frame, txn } = await coded();
    passTime(40_000);
    const away = vi.spyOn(suite.inbox, 'send').mockRejectedValue(new AddressRefused('550 5.1.1'));
    onTestFinished(() => away.mockRestore());
    expect(await refused(otp(frame, txn))).toBe('503 MAIL_UNAVAILABLE');
    expect(await refused(otp(frame, txn))).toBe('429 COOLDOWN');
  });

  it('is refused after ten minutes, and once there is a newer one [SEC-24]', async () => {
    const first = await coded();
    passTime(10 * MINUTE + 1_000);
    expect(await refused(first.frame.verify(first.txn, first.code))).toBe('403 OTP_EXPIRED');
    await otp(first.frame, first.txn);
    const newer = first.frame.code(first.email);
    const old = first.code === newer ? other(newer) : first.code;
    expect(await refused(first.frame.verify(first.txn, old))).toBe('403 OTP_INVALID');
    await first.frame.verify(first.txn, newer);
  });

  it('gives one session when a hundred requests send it at once [SEC-30]', async () => {
    const { frame, txn, code } = await coded();
    const answers = await Promise.all(Array.from({ length: 100 }, () => refused(frame.verify(txn, code))));
    expect(answers.filter(answer => answer === 'not refused')).toHaveLength(1);
    const rows = await suite.database.query('select id from latchkit_wallet.sessions where txn = $1', [txn]);
    expect(rows).toHaveLength(1);
  });

  it('is consumed by one of those who were found right before any of them was done [SEC-30]', async () => {
    const { frame, txn } = await coded();
    const caller = { jkt: frame.jkt, projectId: frame.page.project, hostOrigin: frame.page.origin };
    const store = suite.services.stores.find(({ name }) => name === 'a');
    if (store === undefined) throw new Error('There is no such store');
    const take = () => takeTry(store, caller, txn);
    const right = [await take(), await take(), await take()];
    const ended = await Promise.all(right.map(one => one && finishTxn(store, store.database, one)));
    expect(ended.sort()).toEqual([false, false, true]);
  });
});

describe('the start', () => {
  it('is the same for a known and an unknown address: status, body, statements [SEC-25]', async () => {
    const { email } = await enrolled();
    const start = async (of: string) => {
      const frame = await suite.frame();
      passTime(61_000);
      const body = await frame.startBody(of);
      statements.length = 0;
      const answer = await frame.call('frame', '/v1/auth/email/start', { body });
      const { txn: _, startToken, ...rest } = answer.json;
      const word = Object.keys(decodeJwt(String(startToken)));
      return {
        status: answer.status,
        rest,
        word,
        length: String(startToken).length,
        statements: [...statements],
      };
    };
    const known = await start(email);
    const unknown = await start(suite.address());
    expect(known.statements.length).toBeGreaterThan(5);
    expect(known).toEqual(unknown);
  });

  it('requires a registered installation and an origin of the project', async () => {
    await suite.gateway.projects.save({
      id: 'closed',
      name: 'Closed',
      features: {},
      allowedOrigins: ['https://shop.example'],
    });
    const evil = await suite.frame();
    const answer = await evil.call('frame', '/v1/auth/email/start', {
      body: { email: suite.address() },
      page: { project: 'closed', origin: 'https://evil.example' },
    });
    expect([answer.status, answer.json.error]).toEqual([
      403,
      { code: 'ORIGIN_NOT_ALLOWED', message: 'unverified domain' },
    ]);
  });

  it('refuses an address in any other form, so that one mailbox is one identity', async () => {
    const frame = await suite.frame();
    const variants = [
      'u\uFF53er@mail.example',
      'us\u00ADer@mail.example',
      'user@m\u200Bail.example',
      'user@b\u00FCcher.example',
      'user@mail\u3002example',
      'us\u00E9r@mail.example',
      '"user"@mail.example',
      'user @mail.example',
      'user@mail.example.',
      'user@[192.0.2.1]',
      `${'u'.repeat(65)}@mail.example`,
    ];
    for (const email of variants) {
      const answer = await frame.call('frame', '/v1/auth/email/start', { body: { email } });
      expect([answer.status, answer.json.error?.message], email).toEqual([
        400,
        "The body cannot be used: 'email' must be an address in ASCII, its domain in punycode: name@xn--bcher-kva.example",
      ]);
    }
    const email = suite.address();
    const first = await frame.signIn(email);
    passTime(31_000);
    const again = await frame.signIn(email.toUpperCase());
    expect(again.user.id).toBe(first.user.id);
    passTime(31_000);
    expect((await frame.start("o'neil+tag@xn--bcher-kva.xn--p1ai")).action).toBe('VERIFY_DEVICE');
  });

  it('answers errors with constants only [SEC-12]', async () => {
    const frame = await suite.frame();
    const bodies = [
      { email: '<canary>@x' },
      { email: 7 },
      { emial: 'a@b.cd' },
      { email: 'a@b.cd', canary: 1 },
    ];
    for (const body of bodies) {
      const answer = await frame.call('frame', '/v1/auth/email/start', { body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.json)).toEqual(['error']);
      expect(JSON.stringify(answer.json)).not.toMatch(/canary>|select|stack|at \//);
    }
  });
});

describe('the link', () => {
  const state = async (frame: WalletFrame, id: string) =>
    (await frame.call('vault', `/v1/approvals/${id}`)).json.state;

  it('changes nothing when it is opened, whatever opens it [SEC-26]', async () => {
    const frame = await suite.frame();
    const email = suite.address();
    const started = await frame.start(email);
    const { id, token } = await frame.askApproval(started, email);
    const vault = suite.servers.vaultUrl;
    for (const method of ['GET', 'HEAD']) {
      const response = await suite.servers.fetch(
        new Request(`${vault}/approve?lang=de#t=${token}`, { method }),
      );
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
    for (let times = 0; times < 3; times += 1) {
      await frame.call('vault', '/v1/approvals/look', { body: { token } });
    }
    for (const path of ['/v1/approvals/decide', '/v1/approvals/look']) {
      const response = await suite.servers.fetch(new Request(`${vault}${path}?token=${token}&approve=true`));
      expect(response.ok).toBe(false);
    }
    expect(await state(frame, id)).toBe('pending');
  });

  it('is refused when it comes twice, after 20 minutes, and after Deny [SEC-27]', async () => {
    const decide = async (wait: number, first: boolean | undefined) => {
      const frame = await suite.frame();
      const email = suite.address();
      const started = await frame.start(email);
      const { id, token } = await frame.askApproval(started, email);
      if (first !== undefined) expect((await frame.decide(token, first)).status).toBe(200);
      passTime(wait);
      const { status, json } = await frame.decide(token, true);
      return [status, json.error?.code, await state(frame, id)];
    };
    expect(await decide(0, true)).toEqual([404, 'APPROVAL_INVALID', 'approved']);
    expect(await decide(0, false)).toEqual([404, 'APPROVAL_INVALID', 'denied']);
    expect(await decide(20 * MINUTE + 1_000, undefined)).toEqual([404, 'APPROVAL_INVALID', 'expired']);
  });

  it('wants a second confirmation from another network', async () => {
    const elsewhere = await walletSuite({
      database: suite.database,
      address: context => context.req.header('X-Net') ?? 'a',
    });
    const frame = await elsewhere.frame();
    const email = `net-${suite.address()}`;
    const started = await frame.start(email);
    const { token } = await frame.askApproval(started, email);
    const decide = (body: object) =>
      frame.call('vault', '/v1/approvals/decide', {
        body: { token, approve: true, ...body },
        headers: { 'X-Net': 'b' },
      });
    expect((await decide({})).json.error?.code).toBe('SECOND_CONFIRMATION_REQUIRED');
    expect((await decide({ confirmed: true })).json).toEqual({ state: 'approved' });
    await elsewhere.gateway.close();
  });

  it('leads to a page that cannot be framed and loads nothing from elsewhere', async () => {
    const response = await suite.servers.fetch(new Request(`${suite.servers.vaultUrl}/approve?lang=ar`));
    const policy = response.headers.get('Content-Security-Policy');
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    const html = await response.text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).not.toMatch(/<script>|\sstyle=|\son\w+=/);
  });
});

describe('the grant', () => {
  it('is refused when it is forged, of another key, sign-in or address, or expired [SEC-28]', async () => {
    const frame = await suite.frame();
    const email = suite.address();
    const started = await frame.start(email);
    const { txn } = started;
    const { id, token } = await frame.askApproval(started, email);
    await frame.decide(token, true);
    const good = await frame.grant(id);
    const [a, b] = suite.services.stores;
    const seconds = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: suite.servers.vaultUrl,
      aud: suite.servers.frameUrl,
      txn,
      jkt: frame.jkt,
      idh: identityHash(txn, 'email', email),
      jti: id,
      exp: seconds + 600,
    };
    const kind = TOKEN_KINDS.approvalGrant;
    const [head = '', body = '', signature = ''] = good.split('.');
    const forged = [
      // Signed by the wallet service instead of the vault.
      await a?.keys.sign(kind, claims),
      await b?.keys.sign(kind, { ...claims, jkt: 'x'.repeat(43) }),
      await b?.keys.sign(kind, { ...claims, txn: '00000000-0000-4000-8000-000000000000' }),
      await b?.keys.sign(kind, { ...claims, idh: identityHash(txn, 'email', 'other@mail.example') }),
      await b?.keys.sign(kind, { ...claims, exp: seconds - 1 }),
      await b?.keys.sign(kind, { ...claims, aud: 'https://else.example' }),
      await b?.keys.sign(TOKEN_KINDS.recoveryReceipt, claims),
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ];
    for (const grant of forged) expect(await refused(otp(frame, txn, grant))).toBe('403 GRANT_INVALID');
    expect(await refused(otp(frame, txn))).toBe('403 GRANT_INVALID');
    expect(suite.inbox.mails(email)).toHaveLength(1);
    await otp(frame, txn, good);
    expect(suite.inbox.mails(email)).toHaveLength(2);
  });
});

describe('the vault', () => {
  it('gives its half out for both words only: the receipt without the link, and the link without it, are refused [SEC-29]', async () => {
    const email = suite.address();
    const first = await suite.frame();
    const account = await first.create(await first.signIn(email));
    passTime(31_000);
    const second = await suite.frame();
    const signedIn = await second.signIn(email);
    const { approvalGrant = '', authReceipt } = signedIn;
    const release = (body: object, frame = second) =>
      refused(
        frame.ask('vault', releaseRecoveryCall, {
          body: { walletId: account.walletId, epoch: 1, version: null, approvalGrant, authReceipt, ...body },
        }),
      );
    // A receipt as the grant, and a grant as the receipt.
    expect(await release({ approvalGrant: authReceipt })).toBe('403 GRANT_INVALID');
    expect(await release({ authReceipt: approvalGrant })).toBe('403 GRANT_INVALID');
    // From two different sign-ins.
    passTime(31_000);
    const again = await second.signIn(email);
    expect(await release({ approvalGrant: again.approvalGrant ?? '' })).toBe('403 GRANT_INVALID');
    // Stolen, without the installation's key.
    expect(await release({}, await suite.frame())).toBe('403 GRANT_INVALID');
    // From another user.
    const stranger = await suite.frame();
    const theirs = await stranger.signIn(suite.address());
    expect(
      await release({ approvalGrant: theirs.approvalGrant ?? '', authReceipt: theirs.authReceipt }, stranger),
    ).toBe('403 ACCOUNT_MISMATCH');
    expect(await release({})).toBe('not refused');
    // Each is valid once.
    expect(await release({})).toBe('403 GRANT_INVALID');
  });
});

describe('a page', () => {
  it('of another origin cannot call either service', async () => {
    for (const service of ['frame', 'vault'] as const) {
      const frame = await suite.frame();
      const answer = await frame.call(service, '/.well-known/jwks.json', {
        headers: { Origin: PAGE.origin },
      });
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    }
  });
});
