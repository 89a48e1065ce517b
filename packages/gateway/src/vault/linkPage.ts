import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { WalletLocale } from 'latchkit/protocol';
import { escapeHtml } from '../mailer/escapeHtml.js';
import type { MailTextKey } from '../mailer/locales/en.js';
import { directionOf, localeOf, mailText } from '../mailer/mailTexts.js';
import { linkScript } from './linkScript.js';

const SCRIPT = `(${linkScript})();\n`;

const STYLE = `
:root{color-scheme:light dark;--page:#f2f3f5;--card:#fff;--edge:#dfe2e7;--ink:#16181d;--soft:#5a606b;--accent:#1f5eff;--danger:#b3261e;--danger-soft:#fdecea;--on-danger:#fff;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#101216;--card:#191c22;--edge:#2c313a;--ink:#f2f3f5;--soft:#a4abb8;--accent:#3c74ff;--danger:#ff8a80;--danger-soft:#3a1f1d;--on-danger:#2a0b09}}
*{box-sizing:border-box}
body{margin:0;min-block-size:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--ink)}
main{inline-size:100%;max-inline-size:440px;padding:28px;background:var(--card);border:1px solid var(--edge);border-radius:20px}
h1{margin:0;font-size:20px;line-height:28px}
[hidden]{display:none!important}
dl{margin-block:20px;display:grid;gap:12px}
dt{font-size:14px;color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.large{font-size:18px;font-weight:600}
.note{font-size:14px;color:var(--soft)}
.danger{padding:12px 16px;border-radius:14px;background:var(--danger-soft);color:var(--danger)}
label{display:flex;gap:10px;align-items:center;margin-block-start:8px;min-block-size:44px}
input{inline-size:20px;block-size:20px;accent-color:var(--danger)}
.choice{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:12px;margin-block-start:20px}
button{min-block-size:48px;padding:10px 16px;border:1px solid var(--edge);border-radius:14px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
.primary{border-color:var(--accent);background:var(--accent);color:#fff}
.stop{border-color:var(--danger);background:var(--danger);color:var(--on-danger)}
button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`.trim();

/** Nothing from elsewhere, nothing inline, never inside of another page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A text of the page, escaped. */
export type PageText = (key: MailTextKey) => string;

/** The page that a link in a mail leads to. */
export interface LinkPage {
  readonly title: MailTextKey;
  /** What the page asks about its token; changes nothing. */
  readonly look: string;
  /** What a press does. */
  readonly decide: string;
  /** What is asked, with buttons of `data-decision`. */
  readonly question: (text: PageText) => string;
  /** What is shown in each state that the answers name. */
  readonly endings: Readonly<Record<string, MailTextKey>>;
  /** Shown with an ending: a field of the answer, as a time. */
  readonly time?: { readonly ending: string; readonly field: string };
}

/** The script and the look of the pages of links. */
export function linkFiles(): Hono {
  return new Hono()
    .get('/link.js', context => {
      context.header('Content-Type', 'text/javascript; charset=utf-8');
      return context.body(SCRIPT);
    })
    .get('/link.css', context => {
      context.header('Content-Type', 'text/css; charset=utf-8');
      return context.body(STYLE);
    });
}

/** Answers with a page. Its token stays in the fragment: no server and no log sees it. */
export function answerLinkPage(context: Context, page: LinkPage): Response | Promise<Response> {
  context.header('Content-Security-Policy', POLICY);
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  context.header('X-Frame-Options', 'DENY');
  return context.html(html(localeOf(context.req.query('lang')), page));
}

const integrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const [SCRIPT_HASH, STYLE_HASH] = [integrity(SCRIPT), integrity(STYLE)];

function html(locale: WalletLocale, { title, look, decide, question, endings, time }: LinkPage): string {
  const text: PageText = key => escapeHtml(mailText(locale, key));
  const ending = ([name, key]: [string, MailTextKey]) => {
    const at = time?.ending === name ? ` <strong data-field="${time.field}" data-kind="time"></strong>` : '';
    return `<p data-part="${name}" role="status" hidden>${text(key)}${at}</p>`;
  };
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(title)}</title>
<link rel="stylesheet" href="/link.css" integrity="${STYLE_HASH}">
<script src="/link.js" integrity="${SCRIPT_HASH}" defer></script>
</head>
<body>
<main data-look="${look}" data-decide="${decide}">
<h1>${text(title)}</h1>
<noscript><p>${text('pageScriptless')}</p></noscript>
<p data-part="loading" role="status">${text('pageLoading')}</p>
<div data-part="question" hidden>
${question(text)}
</div>
${Object.entries({ ...endings, failed: 'pageFailed' as const })
  .map(ending)
  .join('\n')}
</main>
</body>
</html>
`;
}
