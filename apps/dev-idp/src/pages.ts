import type { ServerResponse } from 'node:http';
import { FAULTS, type Fault } from './faults.js';
import { PEOPLE } from './people.js';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 26rem; padding: 2.5rem 1.25rem; }
  h1 { font-size: 1.375rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1.5rem; opacity: .75; }
  form { display: grid; gap: .5rem; }
  button, select { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .75rem; font: inherit;
    min-height: 3rem; padding: .5rem 1rem; text-align: start; background: transparent; color: inherit; }
  button { cursor: pointer; } button:hover { background: color-mix(in srgb, currentColor 6%, transparent); }
  button small { display: block; opacity: .7; }
  label { display: grid; gap: .25rem; margin-top: 1rem; }
  pre { background: color-mix(in srgb, currentColor 6%, transparent); border-radius: .75rem; overflow: auto; padding: 1rem; }
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
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ...(cutsOpener && { 'cross-origin-opener-policy': 'same-origin' }),
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escaped(title)}</title><style>${STYLE}</style><main>${body}</main></html>`,
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
}

/** Sends the page with the choices. It needs no script. */
export function sendChoices(
  response: ServerResponse,
  { provider, action, faults, cutsOpener }: ChoicePage,
): void {
  const people = PEOPLE.map(
    ({ key, name, email }) =>
      `<button name="person" value="${key}">Continue as ${escaped(key[0]?.toUpperCase() + key.slice(1))}` +
      `<small>${escaped(name)}, ${email ?? 'no email address'}</small></button>`,
  );
  const options = faults.map(fault => `<option value="${fault}">${escaped(FAULTS[fault])}</option>`);
  sendPage(response, {
    title: 'Test login',
    cutsOpener,
    body: `<h1>Log in as a test person</h1>
      <p>This page stands in for <strong>${escaped(provider)}</strong>. The app gets what you choose.</p>
      <form method="post" action="${escaped(action)}">
        ${people.join('')}
        <button name="person" value="new">Continue as someone new<small>A new person each time</small></button>
        <button name="person" value="">Refuse</button>
        <label>Failure<select name="fault"><option value="">None</option>${options.join('')}</select></label>
      </form>
      <form method="get"><button name="coop" value="same-origin">Cut the link to the opener<small>Reloads this page with
        Cross-Origin-Opener-Policy: same-origin</small></button></form>`,
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
