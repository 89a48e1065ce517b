/**
 * Persistent storage of an instance. Synchronous, so that the first render after a reload is already 'reconnecting'.
 * Implementations never throw: blocked or full storage behaves as empty.
 */
export interface Storage {
  /** Set if a server can read the same records as the browser; the server then renders the stored state. */
  readonly readableOnServer?: boolean;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The default: the page's localStorage. If storage is blocked, full or absent, reads return nothing and writes are dropped.
 *
 * @example
 * const kit = createLatchkit({ networks: [mainnet], storage: localStorageStorage() });
 */
export function localStorageStorage(): Storage {
  return webStorage(() => globalThis.localStorage);
}

/** The tab's sessionStorage, for records that another tab must not read. */
export function tabStorage(): Storage {
  return webStorage(() => globalThis.sessionStorage);
}

/** @param open - Throws if the browser has the storage disabled; a server has none. */
function webStorage(open: () => globalThis.Storage | undefined): Storage {
  return {
    getItem: key => attempt(() => open()?.getItem(key)) ?? null,
    setItem: (key, value) => void attempt(() => open()?.setItem(key, value)),
    removeItem: key => void attempt(() => open()?.removeItem(key)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/**
 * Storage in memory, lost with the instance. Used on a server, and for pages that should store nothing.
 *
 * @example
 * const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
 */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  };
}

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
