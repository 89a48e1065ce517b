/** A page that the visitor sees. */
export interface SeenPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** A visitor without a browser, for tests: keeps cookies, follows redirects and sends forms. */
export interface Visitor {
  /** Opens a URL and follows redirects up to a page, or to a URL that starts with `until`. */
  open(url: string, until?: string): Promise<SeenPage>;
  /** Sends the page's first form with these values, and follows redirects as `open` does. */
  submit(page: SeenPage, values: Readonly<Record<string, string>>, until?: string): Promise<SeenPage>;
}

const MAX_REDIRECTS = 20;

export function createVisitor(): Visitor {
  const cookies = new Map<string, string>();
  const follow = async (
    first: string,
    until: string | undefined,
    form?: URLSearchParams,
  ): Promise<SeenPage> => {
    let [url, body] = [new URL(first), form];
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      if (until !== undefined && url.href.startsWith(until)) return seen(url, body);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { method: 'POST', body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) {
        const { status, headers } = response;
        return { url, status, headers, html: await response.text() };
      }
      await response.body?.cancel();
      [url, body] = [new URL(location, url), undefined];
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects from ${first}`);
  };
  return {
    open: (url, until) => follow(url, until),
    submit(page, values, until) {
      const action = unescaped(/<form[^>]* action="([^"]*)"/.exec(page.html)?.[1] ?? page.url.href);
      const form = new URLSearchParams({ ...hiddenValues(page.html), ...values });
      return follow(new URL(action, page.url).href, until, form);
    },
  };
}

/** The end of a login: what the browser would send to the client. */
function seen(url: URL, form: URLSearchParams | undefined): SeenPage {
  const html = [...(form ?? [])].map(([name, value]) => `${name}=${value}`).join('\n');
  return { url, status: 0, headers: new Headers(), html };
}

/** The values that a page has filled into its forms. */
export function hiddenValues(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, unescaped(value ?? '')]));
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
