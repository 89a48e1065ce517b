import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { smtpMailer } from '../../platform/adapters/smtpMailer.js';
import { createUserMails } from './createUserMails.js';
import { mailMetrics } from './mailMetrics.js';

describe('mailMetrics', () => {
  it('counts an email that the mail server did not accept', async () => {
    const registry = new Registry();
    const mailer = smtpMailer(`smtp://127.0.0.1:${await freePort()}`, 'wallet@shop.example');
    const mail = { kind: 'code', to: 'ada@mail.example', locale: 'en', code: '012345' } as const;
    const sending = createUserMails(mailer, mailMetrics(registry), () => {}).send({
      ...mail,
      values: { host: 'shop.example', minutes: '10' },
    });
    await expect(sending).rejects.toMatchObject({ code: 'MAIL_UNAVAILABLE' });
    const body = await registry.metrics();
    expect(body).toContain('latchkit_mails_total{kind="code",outcome="failed"} 1\n');
    expect(body).toContain('latchkit_mail_seconds_count{outcome="failed"} 1\n');
    expect(body).not.toMatch(/outcome="sent"|ada|shop\.example/);
    await mailer.close();
  });
});
