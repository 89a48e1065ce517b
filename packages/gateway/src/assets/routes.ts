import { type Context, Hono } from 'hono';
import type { FoundImage, ImageService } from './service.js';

const YEAR = 31_536_000;
const DAY = 86_400;

/** Images by path: of wallets, networks, currencies and tokens. */
const IMAGES = [
  ['/getWalletImage/:id', 'wallet'],
  ['/public/getAssetImage/:id', 'network'],
  ['/public/getCurrencyImage/:id', 'currency'],
  ['/public/getTokenImage/:id', 'token'],
] as const;

/** Creates the image routes. */
export function assetRoutes(images: ImageService): Hono {
  const routes = new Hono();
  for (const [path, kind] of IMAGES) {
    routes.get(path, async context =>
      answerImage(context, await images[kind](context.req.param('id') ?? '')),
    );
  }
  return routes;
}

/** Responds with an image and its caching headers. */
export function answerImage(context: Context, image: FoundImage): Response {
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
