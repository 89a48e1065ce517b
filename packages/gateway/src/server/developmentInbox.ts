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
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** An email runs and loads nothing. The inbox may frame it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

function entry({ to, subject, date }: KeptMail, index: number): string {
  return `<details><summary><b>${escapeHtml(subject)}</b><span>${escapeHtml(to)}</span><time>${escapeHtml(date)}</time></summary>
<iframe title="${escapeHtml(subject)}" src="/dev/inbox/${index}" loading="lazy"></iframe></details>`;
}

function shell(entries: readonly string[]): string {
  const list =
    entries.length === 0
      ? '<p>No email has arrived yet. Load this page again later.</p>'
      : entries.join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development inbox</title>
<link rel="icon" href="data:,">
<style>
:root{color-scheme:light dark;--page:#faf7f4;--panel:#fff;--ink:#221e19;--soft:#59534c;--line:#352c2218;--accent:#11654a;--inverse:#221e19;--on-inverse:#faf7f4;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#1a1715;--panel:#262220;--ink:#f3f0ec;--soft:#bebab4;--line:#ffffff13;--accent:#30c192;--inverse:#f3f0ec;--on-inverse:#1a1715}}
body{margin:0;background:var(--page);color:var(--ink)}
.dev{padding:8px 16px;background:var(--inverse);color:var(--on-inverse);font-size:13px;line-height:18px;text-align:center}
.dev b{margin-inline-end:6px}
main{max-inline-size:640px;margin:0 auto;padding:24px 16px}
h1{margin:0 0 16px;font-size:28px;line-height:34px}
p{color:var(--soft)}
details{margin-block:8px;border-radius:16px;background:var(--panel);box-shadow:0 0 0 1px var(--line);overflow:hidden}
summary{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px;padding:12px 16px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary b{flex:1 0 100%;font-weight:500}
summary span,time{overflow-wrap:anywhere;color:var(--soft);font-size:13px;line-height:18px;font-variant-numeric:tabular-nums}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px;border-radius:16px}
details[open]>summary{border-block-end:1px solid var(--line)}
iframe{display:block;inline-size:100%;block-size:460px;border:0}
</style>
</head>
<body>
<header class="dev"><b>Development</b> These emails were kept here instead of being sent.</header>
<main>
<h1>Development inbox</h1>
${list}
</main>
</body>
</html>
`;
}
