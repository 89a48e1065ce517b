import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type Locale, noticeKind } from 'latchkit/protocol';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { smtpMailer } from '../../../platform/adapters/smtpMailer.js';
import { errorFields, jsonLog } from '../../../platform/jsonLog.js';
import { AddressRefused } from '../../../platform/ports/Mailer.js';
import { developmentInbox } from '../../../server/developmentInbox.js';
import { createUserMails } from '../createUserMails.js';
import { mailMetrics } from '../mailMetrics.js';
import { ar } from './locales/ar.js';
import { de } from './locales/de.js';
import { en, type MailTextKey } from './locales/en.js';
import { type MailKind, renderMail } from './renderMail.js';

const KINDS: readonly MailKind[] = [
  'action',
  'code',
  'stepCode',
  'approve',
  'approveLogin',
  'approvals',
  'denied',
  'waiting',
  'attempts',
  'installation',
  'reuse',
  'primary',
  'secondary',
  'taken',
  'changing',
  'changed',
  'linkCode',
  'linking',
  'removeCode',
  'removed',
  ...noticeKind.options,
];
const values = {
  host: 'shop.example',
  browser: 'Firefox',
  minutes: '10',
  email: 'n***@x.example',
  provider: 'X',
  login: 'Google',
  action: 'Show the words',
  time: 'Monday',
  date: '1 May 2027',
};
const made = (kind: MailKind, locale: Locale = 'en', more = {}) =>
  renderMail({
    kind,
    to: 'a@b.example',
    locale,
    values,
    code: '012345',
    link: 'https://v.example/a#t=x',
    ...more,
  });

/** A mail server that refuses the first emails at a command. @param reply - Undefined: it hangs up. */
async function refusing({ at, reply, times }: { at: string; reply: string | undefined; times: number }) {
  const texts: string[] = [];
  let attempts = 0;
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    let [isText, text] = [false, ''];
    createInterface({ input: socket }).on('line', line => {
      const command = line.slice(0, 4).trim().toUpperCase();
      if (isText) {
        text += line;
        if (line !== '.') return;
        isText = false;
        texts.push(text);
        return void socket.write('250 2.0.0 Accepted\r\n');
      }
      if (command === 'MAIL') attempts++;
      if (command === at && attempts <= times) {
        if (reply === undefined) socket.destroy();
        else socket.write(`${reply}\r\n`);
        return;
      }
      if (command === 'DATA') isText = true;
      socket.write(command === 'DATA' ? '354 Go ahead\r\n' : '250 2.0.0 OK\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailer = smtpMailer(
    `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'wallet@shop.example',
  );
  onTestFinished(async () => {
    await mailer.close();
    await new Promise<void>(resolve => server.close(() => resolve()));
  });
  return { mailer, texts, attempts: () => attempts };
}

describe('the catalogues', () => {
  it('use the same placeholders in every language', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const key of Object.keys(en) as MailTextKey[]) {
      for (const other of [de, ar]) expect(names(other[key]), key).toEqual(names(en[key]));
    }
  });
});

describe('renderMail', () => {
  it.each(['en', 'de', 'ar'] as const)('names the address to compare, in %s (UX-46)', locale => {
    for (const kind of ['approve', 'approveLogin'] as const) {
      // The sentence before the one on when to approve.
      const [first] =
        made(kind, locale)
          .text.split('\n\n')
          .at(-2)
          ?.split(/(?<=\.) /) ?? [];
      expect(first).toContain(values.host);
    }
  });

  it.each(KINDS)('fills all placeholders in %s, in every language, as text and as HTML', kind => {
    for (const locale of ['en', 'de', 'ar'] as const) {
      const { subject, text, html } = made(kind, locale);
      for (const part of [subject, text, html.replace(/<style>[\s\S]*<\/style>/, '')]) {
        expect(part).not.toMatch(/\{\w+\}|undefined/);
      }
      expect(html).toContain(`lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
    }
  });

  it('shows the code unspaced in text, HTML and subject', () => {
    const { subject, text, html } = made('code');
    expect([subject, text, html].every(part => part.includes('012345'))).toBe(true);
  });

  it('names the step in the subjects of the two emails of a login in a new browser, and in no other (UX-05)', () => {
    const subjects = KINDS.map(kind => [kind, made(kind).subject] as const);
    expect(subjects.filter(([, subject]) => /step \d/i.test(subject))).toEqual([
      ['stepCode', 'Step 2 of 2: 012345 is your login code'],
      ['approve', 'Step 1 of 2: Is this you? Approve a new browser'],
    ]);
    expect([made('approve', 'de').subject, made('stepCode', 'de').subject]).toEqual([
      'Schritt 1 von 2: Bist du das? Neuen Browser bestätigen',
      'Schritt 2 von 2: 012345 ist dein Login-Code',
    ]);
  });

  it('starts with the name of the project, or with the host', () => {
    const { html } = made('code', 'en', { project: 'Corner <shop>' });
    expect(html).toContain('Corner &lt;shop&gt;');
    expect(made('code').html).toMatch(/class="brand"[^>]*>shop\.example</);
  });

  it('escapes markup in values', () => {
    const { html } = made('approve', 'en', {
      values: { ...values, host: '<img src=x onerror=alert(1)>', browser: '"><script>' },
    });
    expect(html).not.toMatch(/<img|<script/);
  });

  it('loads no resources and has colours for light and dark', () => {
    const { html } = made('approve');
    expect([...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(String)).toEqual(['https://v.example/a#t=x']);
    expect(html).toContain('prefers-color-scheme:dark');
  });
});

describe('developmentInbox', () => {
  it('stores emails, and shows them as JSON and as a page that runs nothing', async () => {
    const inbox = developmentInbox();
    await inbox.send(made('code'));
    await inbox.send({ ...made('approve'), to: 'other@b.example' });
    const ask = (path: string, accept = 'application/json') =>
      inbox.routes.request(path, { headers: { Accept: accept } });
    const all = await (await ask('/dev/inbox')).json();
    expect(all.map(({ to }: { to: string }) => to)).toEqual(['a@b.example', 'other@b.example']);
    const [mail, more] = await (await ask('/dev/inbox?to=A@b.example')).json();
    expect([Object.keys(mail).sort(), more]).toEqual([['date', 'html', 'subject', 'text', 'to'], undefined]);
    const page = await ask('/dev/inbox', 'text/html');
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('012345 is your login code');
    const one = await ask('/dev/inbox/0', 'text/html');
    expect([await one.text(), one.headers.get('Content-Security-Policy')?.includes('sandbox')]).toEqual([
      mail.html,
      true,
    ]);
    expect((await ask('/dev/inbox/7')).status).toBe(404);
  });
});

describe('smtpMailer', () => {
  it('sends emails to a server, in every language, and rejects when it is down', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, _, done) {
        let text = '';
        stream.on('data', part => {
          text += part;
        });
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Shop <wallet@shop.example>');
    await mailer.send(made('code'));
    await mailer.send(made('approve', 'ar'));
    await mailer.close();
    expect(received).toHaveLength(2);
    expect(received[0]).toMatch(/^From: Shop <wallet@shop\.example>\r?$/m);
    expect(received[0]).toMatch(/^To: a@b\.example\r?$/m);
    expect(received[0]).toMatch(/^Subject: 012345 is your login code\r?$/m);
    expect(received[0]).toContain('multipart/alternative');
    await new Promise<void>(resolve => server.close(() => resolve()));
    const away = smtpMailer(`smtp://127.0.0.1:${port}`, 'wallet@shop.example');
    await expect(away.send(made('code'))).rejects.toThrow();
    await away.close();
  });

  it.each([
    [
      'refuses the receiver for a moment',
      'RCPT',
      '454 4.7.0 Throttling failure: Maximum sending rate exceeded',
      2,
    ],
    ['refuses the sender for a moment', 'MAIL', '421 4.7.0 Try again later', 2],
    ['refuses the text for a moment', 'DATA', '451 4.3.0 Try again later', 2],
    ['hangs up', 'MAIL', undefined, 2],
    [
      'says that there were too many',
      'RCPT',
      '554 5.7.1 too many messages from sender in last 60 minutes',
      1,
    ],
  ])('sends again, once, when the server %s (GW-05)', async (_, at, reply, attempts) => {
    const seen = await refusing({ at, reply, times: 1 });
    const sending = seen.mailer.send(made('code'));
    if (attempts === 2) await sending;
    else await expect(sending).rejects.toThrow('The mail server refused the email: 554 5.7.1');
    expect([seen.attempts(), seen.texts.length]).toEqual([attempts, attempts - 1]);
  });

  it.each([
    ['454 4.7.0 Throttled', false],
    ['554 5.7.1 too many messages', false],
    ['550 5.7.1 Relaying denied', false],
    ['550 5.1.1 No such user', true],
    ['552 5.2.2 Mailbox full', true],
    ['550 No such user', true],
  ])('says whether the address is the reason: %s (GW-05)', async (reply, isOfAddress) => {
    const { mailer } = await refusing({ at: 'RCPT', reply, times: 9 });
    const error: unknown = await mailer.send(made('code')).catch((thrown: unknown) => thrown);
    expect(error instanceof AddressRefused).toBe(isOfAddress);
  });

  it('names neither the address nor the code to the log when the server refuses an email', async () => {
    // Servers quote the recipient, and filters the subject.
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _, done) {
        if (address !== 'a@b.example') return done();
        done(Object.assign(new Error(`5.1.1 <${address}>: Recipient unknown`), { responseCode: 550 }));
      },
      onData(stream, _, done) {
        stream.resume();
        stream.on('end', () =>
          done(Object.assign(new Error('5.7.1 Refused: 012345 is your login code'), { responseCode: 554 })),
        );
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'wallet@shop.example');
    const lines: string[] = [];
    const log = jsonLog(line => lines.push(line), 'info');
    const mails = createUserMails(mailer, mailMetrics(new Registry()), error =>
      log('error', 'mail_failed', errorFields(error)),
    );
    const content = { kind: 'code', locale: 'en', values, code: '012345' } as const;
    for (const to of ['a@b.example', 'c@d.example'])
      await expect(mails.send({ ...content, to })).rejects.toMatchObject({ code: 'MAIL_UNAVAILABLE' });
    await mailer.close();
    await new Promise<void>(resolve => server.close(() => resolve()));
    expect(lines.map(line => JSON.parse(line).message)).toEqual([
      'The mail server refused the email: 550 5.1.1',
      'The mail server refused the email: 554 5.7.1',
    ]);
    expect(lines.join()).not.toMatch(/a@b|c@d|012345/);
  });
});
