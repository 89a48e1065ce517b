import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../test/passTime.js';
import { refused } from '../../test/refused.js';
import {
  ask,
  messageOf,
  nonceOf,
  refusal,
  signedBody,
  signIn,
  solanaSigner,
} from '../../test/signInClient.js';
import { type WalletSuite, walletSuite } from '../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({ newDevice: 'code' });
});
afterAll(() => suite.close());

async function scrape(): Promise<{ readonly text: string; count(metric: string): number }> {
  const text = await (await suite.gateway.app.request('/metrics')).text();
  const lines = text.split('\n');
  return {
    text,
    count: metric =>
      Number(
        lines
          .find(line => line.startsWith(`${metric} `))
          ?.split(' ')
          .at(-1) ?? 0,
      ),
  };
}

describe('signInMetrics', () => {
  it('counts sign-ins by email that started and ended, refusals by reason, and their emails', async () => {
    const email = suite.address();
    const frame = await suite.frame();
    const before = await scrape();
    // So that the cool-down lasts, however busy the machine is.
    passTime(0);
    onTestFinished(() => void vi.useRealTimers());
    const { txn } = await frame.start(email);
    const wrong = frame.code(email) === '000000' ? '000001' : '000000';
    expect(await refused(frame.start(email))).toBe('429 COOLDOWN');
    expect(await refused(frame.verify(txn, wrong))).toBe('403 OTP_INVALID');
    const begun = await scrape();
    expect(begun.count('latchkit_sign_in_email_verified_total')).toBe(0);
    await frame.verify(txn, frame.code(email));
    const { text, count } = await scrape();
    expect(before.count('latchkit_sign_in_email_started_total')).toBe(0);
    expect(count('latchkit_sign_in_email_started_total')).toBe(1);
    expect(count('latchkit_sign_in_email_verified_total')).toBe(1);
    expect(count('latchkit_sign_in_email_refused_total{step="start",reason="COOLDOWN"}')).toBe(1);
    expect(count('latchkit_sign_in_email_refused_total{step="verify",reason="OTP_INVALID"}')).toBe(1);
    expect(count('latchkit_mails_total{kind="code",outcome="sent"}')).toBe(1);
    expect(count('latchkit_mail_seconds_count{outcome="sent"}')).toBe(1);
    // The metrics name neither users nor origins.
    expect(text).not.toMatch(/mail\.example|shop\.example|203\.0\.113/);
  });

  it('counts sign-ins with a wallet, and refusals by reason', async () => {
    const signer = solanaSigner('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
    await signIn(suite.gateway, signer);
    const body = await signedBody(signer, messageOf(signer, await nonceOf(suite.gateway)));
    const other = solanaSigner(signer.chainId);
    const forged = { ...body, signature: await other.sign(body.message) };
    expect(await refusal(ask(suite.gateway, '/siwx/v1/verify', { body: forged }))).toBe(
      '401 INVALID_SIGNATURE',
    );
    expect(await refusal(ask(suite.gateway, '/siwx/v1/verify', { body: {} }))).toBe('400 INVALID_BODY');
    const { text, count } = await scrape();
    expect(count('latchkit_sign_in_wallet_verified_total')).toBe(1);
    expect(count('latchkit_sign_in_wallet_refused_total{reason="INVALID_SIGNATURE"}')).toBe(1);
    expect(count('latchkit_sign_in_wallet_refused_total{reason="INVALID_BODY"}')).toBe(1);
    expect(text).not.toContain(signer.address);
  });
});
