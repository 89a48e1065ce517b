import type { Context } from 'hono';

/**
 * Returns the URL under which this gateway serves a picture of another host; undefined if it serves none. Clients show only
 * pictures of their gateway, so that no host of a name's or a token's owner learns who looks at it.
 */
export type PictureUrl = (source: string, context: Context) => Promise<string | undefined>;
