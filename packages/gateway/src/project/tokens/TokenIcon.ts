import type { Context } from 'hono';

/** Returns the URL of a token's image; the request provides the gateway's origin. */
export type TokenIcon = (symbol: string, context: Context) => string | undefined;

/** Adds the gateway's image, unless the operator's list provides one. */
export function withIcon<Of extends object>(
  of: Of,
  iconUrl: string | undefined,
): Of & { readonly iconUrl?: string } {
  return iconUrl === undefined || 'iconUrl' in of ? of : { ...of, iconUrl };
}
