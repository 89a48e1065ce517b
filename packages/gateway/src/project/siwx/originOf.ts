import type { Context } from 'hono';

/** The origin of the gateway, for which accounts sign. @param publicUrl - Default: the URL of the request. */
export function originOf(publicUrl: string | undefined, context: Context): string {
  return new URL(publicUrl ?? context.req.url).origin;
}
