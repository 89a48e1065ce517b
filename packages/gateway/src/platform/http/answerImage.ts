import type { Context } from 'hono';
import type { ImageContent } from './ImageContent.js';

const YEAR = 31_536_000;
const DAY = 86_400;

/** An image to respond with. */
export interface ServedImage extends ImageContent {
  /** Hash of the content. */
  readonly hash: string;
  /** Whether the requested id identifies the content. */
  readonly pinned: boolean;
}

/** Responds with an image and its caching headers. */
export function answerImage(context: Context, image: ServedImage): Response {
  const etag = `"${image.hash}"`;
  context.header('ETag', etag);
  // A plain id ('metamask') may get a new logo; an id with a hash never does.
  context.header(
    'Cache-Control',
    image.pinned
      ? `public, max-age=${YEAR}, immutable`
      : `public, max-age=${DAY}, stale-while-revalidate=${DAY}`,
  );
  // Prevents an SVG that is opened as a page from running or loading anything.
  context.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  if (matches(context.req.header('If-None-Match'), etag)) return context.body(null, 304);
  context.header('Content-Type', image.type);
  return context.body(image.content);
}

/** Compares If-None-Match (RFC 9110, section 13.1.2): a list of tags, compared weakly, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map(tag => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
