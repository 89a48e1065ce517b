import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { type HttpRequest, type Locale, localeDirection, localeField, matchLocale } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { escapeHtml } from '../../../platform/http/escapeHtml.js';
import { openGet } from '../../../platform/http/operatorRequests.js';
import type { MailTextKey } from '../../shared/mail/locales/en.js';
import { mailText } from '../../shared/mail/mailTexts.js';
import { linkScript } from './linkScript.js';

const SCRIPT = `(${linkScript})();\n`;

/** The mark of the wallet's pages. Without an icon, browsers ask for one that is not there. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#12664a"/><g fill="#fff" transform="translate(4.600 7.900) scale(.815)"><path d="M5 0h9a1 1 0 0 1 .9 1.500 10.500 10.500 0 0 0 0 17 1 1 0 0 1-.9 1.500H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z"/><circle cx="21" cy="10" r="7"/></g></svg>';

const STYLE = `
:root{color-scheme:light dark;--page:#faf7f4;--card:#fbf9f6;--sheet:#ffffff;--edge:#e4dfd9;--ink:#211d19;--soft:#625b53;--accent:#12664a;--on-accent:#ffffff;--tint:#e2ebe5;--off:#eeeae5;--danger:#b3261e;--danger-tint:#f8e4e1;--on-danger:#ffffff;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#131110;--card:#1b1917;--sheet:#262321;--edge:#3b3632;--ink:#f5f1ec;--soft:#b3aaa0;--accent:#5cc79d;--on-accent:#06281b;--tint:#213a30;--off:#2b2825;--danger:#ff8a80;--danger-tint:#43211e;--on-danger:#2a0b09}}
*{box-sizing:border-box}
body{margin:0;min-block-size:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--ink)}
main{inline-size:100%;max-inline-size:400px;padding:32px 16px 24px;background:var(--card);border:1px solid var(--edge);border-radius:28px}
main[data-tone=danger]{border-color:var(--danger);box-shadow:0 0 0 1px var(--danger)}
.hero{display:grid;justify-items:center;gap:6px;padding-inline:16px;text-align:center}
.mark{display:grid;place-items:center;inline-size:56px;block-size:56px;margin-block-end:10px;border-radius:50%;background:var(--tint);color:var(--accent)}
.mark svg{inline-size:24px;block-size:24px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.mark[data-mark=warning]{background:var(--danger-tint);color:var(--danger)}
h1{margin:0;font-size:20px;line-height:26px;text-wrap:balance;overflow-wrap:anywhere}
h1:focus{outline:0}
.hero p,[data-part=loading]{margin:0;color:var(--soft);text-align:center;text-wrap:balance}
[hidden]{display:none!important}
dl{margin-block:24px 12px;margin-inline:0;padding:6px 12px;background:var(--sheet);border:1px solid var(--edge);border-radius:16px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding-block:6px}
dt{flex:none;color:var(--soft)}
dd{margin-block:0;margin-inline:auto 0;min-inline-size:0;text-align:end;overflow-wrap:anywhere}
.note{margin:16px 16px 0;font-size:13px;line-height:19px;color:var(--soft);text-align:center;text-wrap:pretty}
label{display:flex;gap:12px;align-items:start;padding:8px 12px;min-block-size:44px;cursor:pointer}
input{flex:none;inline-size:20px;block-size:20px;margin:2px 0;accent-color:var(--accent)}
.choice{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:8px}
.stack{display:grid;gap:8px;margin-block-start:12px}
.check{margin:0 16px 16px;color:var(--ink)}
.hero+.stack,.note+.stack{margin-block-start:24px}
button{min-block-size:48px;padding:10px 16px;border:1px solid var(--edge);border-radius:16px;background:var(--sheet);color:inherit;font:inherit;font-weight:600;cursor:pointer}
.primary{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.risky{border-color:transparent;background:transparent;color:var(--danger)}
.stop{border-color:var(--danger);background:var(--danger);color:var(--on-danger)}
button:disabled{border-color:transparent;background:var(--off);color:var(--soft);cursor:default}
button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (forced-colors:active){button:disabled{border-color:GrayText;color:GrayText}}
`.trim();

/** Loads only files of the same origin, runs no inline code and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Returns an escaped text of the page, with the fields that the response fills. */
export type PageText = (key: MailTextKey) => string;

/** The page behind a link in an email. */
export interface LinkPage {
  readonly title: MailTextKey;
  /** Path of the call that describes the token. It changes nothing. */
  readonly look: string;
  /** Path of the call that a button sends. */
  readonly decide: string;
  /** Returns the HTML of the question, with buttons that have `data-decision`. */
  readonly question: (text: PageText) => string;
  /** The view of each state that a response can name. */
  readonly endings: Readonly<Record<string, Ending>>;
}

/** SVG contents of the icons above a title. */
const MARKS = {
  device: '<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M9 20h6M12 16v4"/>',
  warning: '<path d="M12 4 2.8 20h18.4L12 4ZM12 10v4M12 17h.01"/>',
  done: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
} as const;

type Mark = keyof typeof MARKS;

/** The last view of a page: the outcome, or that the link is invalid. */
export interface Ending {
  readonly mark: Mark;
  readonly title: MailTextKey;
  /** `{browser}`, `{site}` and `{until}` are replaced with values of the response. */
  readonly body: MailTextKey;
}

/** Returns the HTML of an icon, a title and a text. Both strings must be escaped. */
export function heading(mark: Mark, title: string, body: string): string {
  return `<div class="hero"><span class="mark" data-mark="${mark}" aria-hidden="true"><svg viewBox="0 0 24 24">${MARKS[mark]}</svg></span>
<h1 tabindex="-1">${title}</h1>
<p>${body}</p></div>`;
}

const FILES = [
  ['/link.js', 'Script of those pages', 'text/javascript; charset=utf-8', SCRIPT],
  ['/link.css', 'Look of those pages', 'text/css; charset=utf-8', STYLE],
  ['/link.svg', 'Icon of those pages', 'image/svg+xml', ICON],
] as const;

/** Request records of the files that link pages load. */
export const LINK_FILES: readonly HttpRequest[] = FILES.map(([path, summary, type]) =>
  openGet(path, summary, type),
);

/** Serves the files of link pages. */
export function linkFiles(): Hono {
  const app = new Hono();
  for (const [path, , type, content] of FILES) {
    app.get(path, context => context.body(content, 200, { 'Content-Type': type }));
  }
  return app;
}

/** The record of a link page. Its query may name the language; an unknown one is ignored. */
export function linkPageRequest(path: `/${string}`, summary: string): HttpRequest {
  return {
    ...openGet(path, summary, 'text/html; charset=utf-8'),
    query: () => z.object({ lang: z.optional(localeField) }),
  };
}

/** Responds with a page. Its token is in the URL fragment, so that no server or log receives it. */
export function answerLinkPage(context: Context, page: LinkPage): Response | Promise<Response> {
  context.header('Content-Security-Policy', POLICY);
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  context.header('X-Frame-Options', 'DENY');
  return context.html(html(matchLocale(context.req.query('lang')), page));
}

const integrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const [SCRIPT_HASH, STYLE_HASH] = [integrity(SCRIPT), integrity(STYLE)];

/** The views of a call without an answer, which have a button that sends it again. */
const UNANSWERED: Readonly<Record<string, Ending>> = {
  failed: { mark: 'warning', title: 'pageFailedTitle', body: 'pageFailed' },
  offline: { mark: 'warning', title: 'pageFailedTitle', body: 'pageOffline' },
};

function html(locale: Locale, { title, look, decide, question, endings }: LinkPage): string {
  const text: PageText = key => escapeHtml(mailText(locale, key));
  const fields: Readonly<Record<string, string>> = {
    browser: `<bdi data-field="browser" data-unknown="${text('unknownBrowser')}"></bdi>`,
    until: '<strong data-field="until" data-kind="time"></strong>',
    site: '<strong data-field="hostOrigin" data-kind="origin" dir="ltr"></strong>',
  };
  const filled: PageText = key =>
    text(key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => fields[name] ?? whole);
  const retry = `<div class="stack"><button class="primary" type="button" data-retry>${text('pageRetry')}</button></div>`;
  const ending = ([name, { mark, title: head, body }]: [string, Ending]) =>
    `<div data-part="${name}" hidden>${heading(mark, text(head), filled(body))}${name in UNANSWERED ? retry : ''}</div>`;
  return `<!doctype html>
<html lang="${locale}" dir="${localeDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(title)}</title>
<link rel="icon" href="/link.svg" type="image/svg+xml">
<link rel="stylesheet" href="/link.css" integrity="${STYLE_HASH}">
<script src="/link.js" integrity="${SCRIPT_HASH}" defer></script>
</head>
<body>
<main data-look="${look}" data-decide="${decide}">
<noscript><p>${text('pageScriptless')}</p></noscript>
<p data-part="loading" role="status">${text('pageLoading')}</p>
<div data-part="question" hidden>
${question(filled)}
</div>
${Object.entries({ ...endings, ...UNANSWERED })
  .map(ending)
  .join('\n')}
</main>
</body>
</html>
`;
}
