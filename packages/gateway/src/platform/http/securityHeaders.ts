import type { MiddlewareHandler } from 'hono';

/** Headers of every response. A handler that needs another policy (images) sets its own first. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  // Cross-origin isolated pages (COEP) may read the responses too; CORS decides which pages may.
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const entries = Object.entries(SECURITY_HEADERS);

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value);
};
