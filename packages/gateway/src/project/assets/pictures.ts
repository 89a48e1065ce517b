import { createHash } from 'node:crypto';
import type { ServedImage } from '../../platform/http/answerImage.js';
import { guardedBytes, PUBLIC_HTTPS, type RequestGuard } from '../../platform/http/guardedRequest.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { IMAGE_TYPES } from '../../platform/http/ImageContent.js';
import type { Cache } from '../../platform/ports/Cache.js';
import { imageOf } from './readImage.js';

/** Milliseconds for which a picture has its URL here, and between attempts after a failure. */
const LIFE = 24 * 60 * 60_000;
const RETRY_GAP = 30_000;

/** Limits of one picture: bytes, milliseconds and redirects. */
const MAX_BYTES = 1024 * 1024;
const TIME = 10_000;
const MAX_REDIRECTS = 3;

/** How many pictures are fetched at once. */
const MAX_FETCHES = 32;

/** Fetches the bytes of a picture. Rejects if there are none. */
export type PictureRequest = (url: URL, stopped: AbortSignal) => Promise<Buffer>;

/** Pictures at other hosts, such as avatars of names and previews of NFTs. */
export interface Pictures {
  /** Gives the picture an id for a day; undefined if no pictures are fetched. */
  keep(source: string): Promise<string | undefined>;
  /** @throws HttpError 404 `IMAGE_NOT_FOUND` for an id that {@link keep} did not give, and a picture that cannot be fetched. */
  read(id: string, gone: AbortSignal): Promise<ServedImage>;
}

/**
 * Creates a client for pictures. Anyone may name any server in a record of a name or a token, so only HTTPS servers on the public
 * internet are contacted, after each redirect too.
 */
export function pictureRequest(guard: RequestGuard = PUBLIC_HTTPS): PictureRequest {
  return async (first, stopped) => {
    let url = first;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const headers = { Accept: IMAGE_TYPES.join(', ') };
      const { status, location, bytes } = await guardedBytes(
        url,
        undefined,
        stopped,
        guard,
        MAX_BYTES,
        headers,
      );
      if (status === 200) return bytes;
      if (status < 300 || status > 399 || location === undefined)
        throw new Error(`The server answered ${status}`);
      url = new URL(location, url);
    }
    throw new Error('The server redirects too often');
  };
}

/** Serves pictures that the gateway itself named in an answer, so that nobody can make it fetch any URL. */
export function pictures(cache: Cache, request: PictureRequest | undefined): Pictures {
  let running = 0;
  const fetched = async (source: string, gone: AbortSignal) => {
    if (running >= MAX_FETCHES) throw new Error('Too many pictures are being fetched');
    running += 1;
    try {
      const bytes = await request?.(new URL(source), AbortSignal.any([gone, AbortSignal.timeout(TIME)]));
      const image = bytes && imageOf(bytes);
      if (bytes === undefined || image === undefined) throw new Error('The server answered no image');
      return { ...image, hash: digest(bytes), pinned: false };
    } finally {
      running -= 1;
    }
  };
  return {
    async keep(source) {
      if (request === undefined) return undefined;
      const id = digest(source);
      await cache.set(`picture:${id}`, source, LIFE);
      return id;
    },
    async read(id, gone) {
      const [source, failed] = await Promise.all([
        cache.get(`picture:${id}`).catch(() => undefined),
        cache.get(`picture-failed:${id}`).catch(() => undefined),
      ]);
      if (source === undefined || failed !== undefined) throw notFound();
      try {
        return await fetched(source, gone);
      } catch (cause) {
        if (!gone.aborted) await cache.set(`picture-failed:${id}`, 'true', RETRY_GAP).catch(() => {});
        throw notFound(cause);
      }
    },
  };
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function notFound(cause?: unknown): HttpError {
  return new HttpError(404, 'IMAGE_NOT_FOUND', 'No image has this id', { cause });
}
