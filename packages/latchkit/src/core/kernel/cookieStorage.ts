import type { Storage } from './storage.js';

/** Max-Age of a cookie in seconds: one year. */
const MAX_AGE = 31_536_000;

/**
 * Stores records in cookies, so that a server can render the page as it will be after hydration.
 *
 * @param cookie - The request's `Cookie` header, on the server; in a browser the document's cookies are used.
 *
 * @example
 * const storage = cookieStorage(request.headers.get('cookie') ?? '');
 */
export function cookieStorage(cookie?: string): Storage {
  const read = () => (typeof document === 'undefined' ? (cookie ?? '') : document.cookie);
  const write = (key: string, value: string, maxAge: number) => {
    if (typeof document === 'undefined') return;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous; the first render is not.
    document.cookie = `${key}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
  };
  return {
    readableOnServer: true,
    getItem: key => find(read(), key),
    setItem: (key, value) => write(key, value, MAX_AGE),
    removeItem: key => write(key, '', 0),
  };
}

function find(cookies: string, key: string): string | null {
  for (const part of cookies.split('; ')) {
    if (!part.startsWith(`${key}=`)) continue;
    try {
      return decodeURIComponent(part.slice(key.length + 1)) || null;
    } catch {
      return null;
    }
  }
  return null;
}
