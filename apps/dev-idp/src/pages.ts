import type { ServerResponse } from 'node:http';
import { FAULTS, type Fault } from './faults.js';
import { PEOPLE } from './people.js';

const STYLE = `
:root{color-scheme:light dark;--page:#faf7f4;--panel:#fff;--well:#f2efea;--ink:#221e19;--soft:#59534c;--edge:#8f8981;--line:#352c2218;--hover:#342c230d;--accent:#11654a;--inverse:#221e19;--on-inverse:#faf7f4;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#1a1715;--panel:#262220;--well:#120f0e;--ink:#f3f0ec;--soft:#bebab4;--edge:#746f6a;--line:#ffffff13;--hover:#ffffff0e;--accent:#30c192;--inverse:#f3f0ec;--on-inverse:#1a1715}}
*{box-sizing:border-box}
body{margin:0;min-block-size:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--ink)}
.dev{margin:0;padding:8px 16px;background:var(--inverse);color:var(--on-inverse);font-size:13px;line-height:18px;text-align:center}
.dev b{margin-inline-end:6px}
main{inline-size:100%;max-inline-size:392px;margin:auto;padding:24px 16px;display:grid;gap:12px}
h1{margin:0;font-size:20px;line-height:26px;text-align:center;text-wrap:balance}
main p{margin:0 auto 8px;max-inline-size:304px;color:var(--soft);text-align:center;text-wrap:balance}
form{display:grid;gap:8px}
.people{padding:4px;background:var(--panel);border-radius:16px;box-shadow:0 0 0 1px var(--line)}
button,select{inline-size:100%;min-block-size:48px;padding:8px 14px;border:0;border-radius:16px;background:var(--panel);box-shadow:0 0 0 1px var(--line);color:inherit;font:inherit;font-weight:500}
select{box-shadow:inset 0 0 0 1px var(--edge)}
button{cursor:pointer}
button:hover{background:var(--hover)}
.people button,.more button{border-radius:12px;background:transparent;box-shadow:none;text-align:start}
.people button:hover,.more button:hover{background:var(--hover)}
button:focus-visible,select:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
small{display:block;color:var(--soft);font-size:13px;line-height:18px;font-weight:400}
label{display:grid;gap:4px;margin-block-start:8px;font-size:13px;font-weight:500}
pre{margin:0;padding:12px;border-radius:12px;background:var(--well);font-size:13px;line-height:18px;overflow:auto}
@media (forced-colors:active){.people,button{border:1px solid CanvasText}}
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string) => text.replace(/[&<>"]/g, found => ENTITIES[found] ?? found);

interface SentPage {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  /** Whether the page cuts the link to its opener. */
  readonly cutsOpener?: boolean;
}

function sendPage(response: ServerResponse, { title, body, status = 200, cutsOpener = false }: SentPage) {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      ...(cutsOpener && { 'cross-origin-opener-policy': 'same-origin' }),
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escaped(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style>` +
        '<header class="dev"><b>Development</b> No real accounts. This page does not exist in production.</header>' +
        `<main>${body}</main></html>`,
    );
}

/** The page on which a test chooses who logs in, or how the login fails. */
export interface ChoicePage {
  /** Name of the provider that the page stands in for. */
  readonly provider: string;
  /** Where the form is sent. */
  readonly action: string;
  readonly faults: readonly Fault[];
  /** Whether the page cuts the link to its opener, as some providers' pages do. */
  readonly cutsOpener: boolean;
  /** The query of the page, which its reloads keep. Default: none. */
  readonly query?: URLSearchParams;
}

/** Sends the page with the choices. It needs no script. */
export function sendChoices(
  response: ServerResponse,
  { provider, action, faults, cutsOpener, query = new URLSearchParams() }: ChoicePage,
): void {
  const people = PEOPLE.map(
    ({ key, name, email }) =>
      `<button name="person" value="${key}">Continue as ${escaped(key[0]?.toUpperCase() + key.slice(1))}` +
      `<small><bdi>${escaped(name)}</bdi>, ${email ?? 'no email address'}</small></button>`,
  );
  const kept = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const options = faults.map(fault => `<option value="${fault}">${escaped(FAULTS[fault])}</option>`);
  sendPage(response, {
    title: 'Test login',
    cutsOpener,
    body: `<h1>Log in as a test person</h1>
      <p>This page stands in for <strong>${escaped(provider)}</strong>. The app gets what you choose.</p>
      <form method="post" action="${escaped(action)}">
        <div class="people">
          ${people.join('')}
          <button name="person" value="new">Continue as someone new<small>A new person each time</small></button>
        </div>
        <button name="person" value="">Refuse</button>
        <label><span><input type="checkbox" name="stay"> Stay signed in</span><small>From the next login on, answers without this
          page, unless the app asks for the account</small></label>
        <label>Failure<select name="fault"><option value="">None</option>${options.join('')}</select></label>
      </form>
      <form method="get" class="more">${kept.join('')}<button name="coop" value="same-origin">Cut the link to the opener<small>Reloads this page with
        Cross-Origin-Opener-Policy: same-origin</small></button>
        <button name="hop" value="company">Pass a company’s sign-on<small>A page on another site with the same policy, which leads back
        here</small></button></form>`,
  });
}

/**
 * Sends the page of a company's sign-on, which some providers' pages lead through. It cuts the link to the opener.
 *
 * @param next - The provider's page.
 */
export function sendCompany(response: ServerResponse, next: string): void {
  sendPage(response, {
    title: 'Company sign-on',
    cutsOpener: true,
    body: `<h1>Company sign-on</h1><p>Your company knows you.</p><p><a href="${escaped(next)}">Back to the provider</a></p>`,
  });
}

/** Sends the page that a login on another device ends with. */
export function sendDone(response: ServerResponse, heading: string, text: string): void {
  sendPage(response, { title: heading, body: `<h1>${escaped(heading)}</h1><p>${escaped(text)}</p>` });
}

/** Sends the page for an invalid request: it tells the developer what was wrong. */
export function sendBadRequest(response: ServerResponse, reason: string, details: string): void {
  const body =
    `<h1>This login can’t go on</h1><p>${escaped(reason)}</p>` +
    `<pre tabindex="0" role="region" aria-label="Details">${escaped(details)}</pre>`;
  sendPage(response, { title: 'This login can’t go on', body, status: 400 });
}
