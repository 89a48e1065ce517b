import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { sendSignInCodeCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { passTime } from '../../test/passTime.js';
import { refused } from '../../test/refused.js';
import { changingFrame } from '../../test/wallet/changingFrame.js';
import { type WalletSuite, walletSuite } from '../../test/wallet/walletSuite.js';
import { errorFields, jsonLog } from '../platform/jsonLog.js';
import { WALLET_TIMES } from './shared/walletLimits.js';

/** Everything that an operator, a log collector or a crash report receives. */
const seen: string[] = [];
const log = jsonLog(line => seen.push(line), 'info');

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({
    log,
    onError: error => {
      // As the process logs it, and as a crash report prints it.
      log('error', 'unforeseen', errorFields(error));
      seen.push(inspect(error, { depth: 6 }));
    },
  });
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Encodings in which bytes can appear in a line. */
const formsOf = (bytes: Buffer) => [
  bytes.toString('hex'),
  bytes.toString('base64'),
  bytes.toString('base64url'),
];

describe('logs, metrics and crash reports', () => {
  it('contain no seed, share, code, token, link or address [SEC-48]', async () => {
    const secrets = new Set<string>();
    const one = await changingFrame(suite);
    const { frame, email, next, access } = one;
    for (const text of [email, next, access]) secrets.add(text);
    await one.upTo('follow');
    // Until then the new address opens the wallet on no other device.
    passTime(WALLET_TIMES.changedAddress + 1_000);
    const other = await suite.frame();
    const signedIn = await other.signIn(next);
    const { seed } = await other.recover(signedIn);
    for (const text of [...formsOf(seed), signedIn.session.access, signedIn.session.refresh])
      secrets.add(text);
    for (const text of [signedIn.approvalGrant, signedIn.authReceipt]) secrets.add(text ?? '');
    const share = await other.call('frame', '/v1/shares/device', {
      body: {},
      access: signedIn.session.access,
    });
    const { jwe, sealedSeed } = z.parse(z.object({ jwe: z.string(), sealedSeed: z.string() }), share.json);
    for (const text of [jwe, sealedSeed, ...formsOf(await other.unseal(jwe))]) secrets.add(text);
    // Refused requests, among them a correct code of another installation, and malformed ones.
    passTime(31_000);
    const third = await suite.frame();
    const started = await third.start(next);
    const { txn } = started;
    const { id, token } = await third.askApproval(started, next);
    await third.decide(token, true);
    const approvalGrant = await third.grant(id);
    secrets.add(approvalGrant);
    await third.ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant } });
    expect(await refused(other.verify(txn, third.code(next)))).toBe('403 OTP_INVALID');
    const canary = randomBytes(24).toString('base64url');
    secrets.add(canary);
    const bodies = [
      { otp: canary },
      { approvalGrant: `${canary}.b.c` },
      { email: `${canary}@mail.example` },
      canary,
    ];
    const paths = [
      '/v1/auth/email/start',
      '/v1/auth/email/verify',
      '/v1/wallets',
      '/v1/approvals',
      '/v1/freezes/use',
    ];
    for (const path of paths) {
      for (const body of bodies) {
        for (const service of ['frame', 'vault'] as const) {
          await other.call(service, `${path}?token=${canary}`, { body, access: canary });
        }
      }
    }
    // And failures in the middle: the driver's errors contain the values of their statements.
    for (const table of [
      'latchkit_wallet.share_sets',
      'latchkit_wallet.auth_txns',
      'latchkit_vault.approvals',
    ]) {
      passTime(31_000);
      const stranger = await suite.frame();
      const { startToken } = await stranger.start(next);
      await suite.database.query(`alter table ${table} rename to away`);
      passTime(31_000);
      await other.call('frame', '/v1/shares/device', { body: {}, access: signedIn.session.access });
      const body = await stranger.startBody(next);
      await stranger.call('frame', '/v1/auth/email/start', { body });
      await stranger.call('vault', '/v1/approvals', {
        body: { startToken, email: next, encJwk: stranger.encJwk },
      });
      await suite.database.query(`alter table ${table.split('.')[0]}.away rename to ${table.split('.')[1]}`);
    }
    for (const to of [email, next]) {
      for (const { text } of suite.inbox.mails(to)) {
        for (const [, token = ''] of text.matchAll(/#t=([\w-]+)/g)) secrets.add(token);
      }
    }
    expect((await frame.call('frame', '/healthz')).status).toBe(200);
    seen.push((await suite.gateway.metrics.text()).body);
    expect(seen.some(text => text.includes('unforeseen'))).toBe(true);
    expect(seen.length).toBeGreaterThan(50);
    const codes = [email, next].flatMap(to =>
      suite.inbox.mails(to).flatMap(({ text }) => text.match(/^\d{6}$/m) ?? []),
    );
    for (const text of seen) {
      for (const secret of secrets) expect(text).not.toContain(secret);
      for (const code of codes) expect(text).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`));
    }
  });
});
