import type { MiddlewareHandler } from 'hono';

/** Headers of every answer. A handler that needs another policy (images) sets its own first. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  const setDefault = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  setDefault('X-Content-Type-Options', 'nosniff');
  setDefault('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  setDefault('Referrer-Policy', 'no-referrer');
  setDefault('Cache-Control', 'no-store');
  // Pages that isolate themselves (COEP) may still read the answers: CORS decides who else may.
  setDefault('Cross-Origin-Resource-Policy', 'cross-origin');
};
