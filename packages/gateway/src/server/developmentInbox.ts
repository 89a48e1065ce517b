import { Hono } from 'hono';
import { escapeHtml } from '../platform/http/escapeHtml.js';
import type { Mail, Mailer } from '../platform/ports/Mailer.js';

/** Maximum number of stored emails; the oldest are deleted. */
const MAX_MAILS = 500;

/** An email that was stored instead of sent. */
interface KeptMail extends Mail {
  /** ISO 8601. */
  readonly date: string;
}

/** A mailer that stores emails in memory, and the pages that show them. For development only. */
export interface DevelopmentInbox extends Mailer {
  /** Newest last. */
  mails(to?: string): readonly KeptMail[];
  /** `GET /dev/inbox?to=ADDRESS` returns JSON, or a page if the caller accepts HTML. */
  readonly routes: Hono;
}

export function developmentInbox(): DevelopmentInbox {
  const kept: KeptMail[] = [];
  const mails = (to?: string) =>
    kept.filter(mail => to === undefined || mail.to.toLowerCase() === to.trim().toLowerCase());
  const routes = new Hono()
    .get('/dev/inbox', context => {
      const found = mails(context.req.query('to'));
      if (!context.req.header('Accept')?.includes('text/html')) return context.json(found);
      context.header('Content-Security-Policy', PAGE_POLICY);
      return context.html(page(found));
    })
    .get('/dev/inbox/:index', context => {
      const mail = kept[Number(context.req.param('index'))];
      if (mail === undefined) return context.notFound();
      context.header('Content-Security-Policy', MAIL_POLICY);
      return context.html(mail.html);
    });
  const page = (found: readonly KeptMail[]) =>
    shell([...found].reverse().map(mail => entry(mail, kept.indexOf(mail))));
  return {
    mails,
    routes,
    async send(mail) {
      kept.push({ ...mail, date: new Date().toISOString() });
      if (kept.length > MAX_MAILS) kept.shift();
    },
    async check() {},
    async close() {},
  };
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** An email runs and loads nothing. The inbox may frame it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

function entry({ to, subject, date }: KeptMail, index: number): string {
  return `<details><summary><b>${escapeHtml(subject)}</b><span>${escapeHtml(to)}</span><time>${escapeHtml(date)}</time></summary>
<iframe title="${escapeHtml(subject)}" src="/dev/inbox/${index}" loading="lazy"></iframe></details>`;
}

function shell(entries: readonly string[]): string {
  const list =
    entries.length === 0 ? '<p>No mail has arrived yet. Load this page again later.</p>' : entries.join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development inbox</title>
<style>
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:720px;margin:0 auto;padding:24px 16px}
details{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:12px;margin-block:12px;overflow:hidden}
summary{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:12px 16px;cursor:pointer}
summary span,time{font-size:14px;opacity:.75}
iframe{inline-size:100%;block-size:460px;border:0}
</style>
</head>
<body>
<h1>Development inbox</h1>
${list}
</body>
</html>
`;
}
