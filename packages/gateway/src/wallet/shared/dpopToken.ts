import type { Context } from 'hono';

/** Returns the token of `Authorization: DPoP`, or undefined. */
export function dpopToken(context: Context): string | undefined {
  return /^DPoP ([\w.-]{1,4096})$/i.exec(context.req.header('Authorization') ?? '')?.[1];
}
