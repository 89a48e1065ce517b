import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { WalletLocale } from 'latchkit/protocol';
import { escapeHtml } from '../mailer/escapeHtml.js';
import type { MailTextKey } from '../mailer/locales/en.js';
import { directionOf, localeOf, mailText } from '../mailer/mailTexts.js';
import { approveScript } from './approveScript.js';

const SCRIPT = `(${approveScript})();\n`;

const STYLE = `
:root{color-scheme:light dark;--page:#f2f3f5;--card:#fff;--edge:#dfe2e7;--ink:#16181d;--soft:#5a606b;--accent:#1f5eff;--danger:#b3261e;--danger-soft:#fdecea;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#101216;--card:#191c22;--edge:#2c313a;--ink:#f2f3f5;--soft:#a4abb8;--accent:#3c74ff;--danger:#ff8a80;--danger-soft:#3a1f1d}}
*{box-sizing:border-box}
body{margin:0;min-block-size:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--ink)}
main{inline-size:100%;max-inline-size:440px;padding:28px;background:var(--card);border:1px solid var(--edge);border-radius:20px}
h1{margin:0;font-size:20px;line-height:28px}
[hidden]{display:none!important}
dl{margin-block:20px;display:grid;gap:12px}
dt{font-size:14px;color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
#host{font-size:18px;font-weight:600}
.note{font-size:14px;color:var(--soft)}
.danger{padding:12px 16px;border-radius:14px;background:var(--danger-soft);color:var(--danger)}
label{display:flex;gap:10px;align-items:center;margin-block-start:8px;min-block-size:44px}
input{inline-size:20px;block-size:20px;accent-color:var(--danger)}
.choice{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-block-start:20px}
button{min-block-size:48px;padding:10px 16px;border:1px solid var(--edge);border-radius:14px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
#approve{border-color:var(--accent);background:var(--accent);color:#fff}
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

/** The page that a link leads to. Its token stays in the fragment: no server and no log sees it. */
export function approvePage(): Hono {
  const integrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const [script, style] = [integrity(SCRIPT), integrity(STYLE)];
  return new Hono()
    .get('/approve', context => {
      const locale = localeOf(context.req.query('lang'));
      context.header('Content-Security-Policy', POLICY);
      context.header('Cross-Origin-Opener-Policy', 'same-origin');
      context.header('Cross-Origin-Resource-Policy', 'same-origin');
      context.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
      context.header('X-Frame-Options', 'DENY');
      return context.html(html(locale, script, style));
    })
    .get('/approve.js', context => {
      context.header('Content-Type', 'text/javascript; charset=utf-8');
      return context.body(SCRIPT);
    })
    .get('/approve.css', context => {
      context.header('Content-Type', 'text/css; charset=utf-8');
      return context.body(STYLE);
    });
}

function html(locale: WalletLocale, script: string, style: string): string {
  const text = (key: MailTextKey) => escapeHtml(mailText(locale, key));
  const ending = (name: string, key: MailTextKey) =>
    `<p data-part="${name}" role="status" hidden>${text(key)}</p>`;
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text('pageTitle')}</title>
<link rel="stylesheet" href="/approve.css" integrity="${style}">
<script src="/approve.js" integrity="${script}" defer></script>
</head>
<body>
<main>
<h1>${text('pageTitle')}</h1>
<noscript><p>${text('pageScriptless')}</p></noscript>
<p data-part="loading" role="status">${text('pageLoading')}</p>
<div data-part="question" hidden>
<p>${text('pageQuestion')}</p>
<dl>
<div><dt>${text('pageHost')}</dt><dd id="host" dir="ltr"></dd></div>
<div><dt>${text('pageBrowser')}</dt><dd id="browser" data-unknown="${text('unknownBrowser')}"></dd></div>
<div><dt>${text('pageTime')}</dt><dd id="time"></dd></div>
</dl>
<div id="other-network" class="danger" hidden>
<p>${text('pageOtherNetwork')}</p>
<label><input id="confirm" type="checkbox"> ${text('pageApproveAnyway')}</label>
</div>
<p class="note">${text('pageWarning')}</p>
<div class="choice">
<button id="deny" type="button">${text('pageDeny')}</button>
<button id="approve" type="button">${text('pageApprove')}</button>
</div>
</div>
${ending('approved', 'pageApproved')}
${ending('denied', 'pageDenied')}
${ending('invalid', 'pageInvalid')}
${ending('failed', 'pageFailed')}
</main>
</body>
</html>
`;
}
