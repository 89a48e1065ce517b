import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { type FramePageConfig, frameParams } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { GatewayError } from '../http/GatewayError.js';
import { escapeHtml } from '../mailer/escapeHtml.js';
import type { ProjectService } from '../projects/service.js';

export interface FramePagesOptions {
  /** Folder of the built frame: `index.html` and `assets/`. */
  readonly directory: string;
  readonly projects: Pick<ProjectService, 'get'>;
  readonly vaultUrl: string;
  /** A project without origins may be embedded anywhere; in production nowhere. */
  readonly developmentMode: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Where the page has place for what its server tells it. */
const PLACE = '<meta name="latchkit-frame" content=""';

/** The wallet page, with the headers that keep other pages out, and its files. */
export function framePages({ directory, projects, vaultUrl, developmentMode }: FramePagesOptions): Hono {
  return new Hono()
    .get('/frame', async context => {
      const params = z.safeParse(frameParams, context.req.query());
      const destination = context.req.header('Sec-Fetch-Dest');
      if (!params.success || (destination !== undefined && destination !== 'iframe')) throw refused();
      const { allowedOrigins } = await projects.get(params.data.projectId);
      const page = await readFile(join(directory, 'index.html'), 'utf8').catch(cause => {
        throw new GatewayError(503, 'NOT_READY', 'The wallet page is not built', { cause });
      });
      const config: FramePageConfig = { allowedOrigins: [...allowedOrigins], nested: false, vault: vaultUrl };
      const anyone = developmentMode ? '*' : "'none'";
      const ancestors = allowedOrigins.length === 0 ? anyone : allowedOrigins.join(' ');
      context.header('Content-Security-Policy', policy(ancestors, vaultUrl));
      context.header('Cross-Origin-Embedder-Policy', 'require-corp');
      context.header('Cross-Origin-Resource-Policy', 'cross-origin');
      context.header('Permissions-Policy', PERMISSIONS);
      context.header('Origin-Agent-Cluster', '?1');
      context.header('Cache-Control', 'no-store');
      const content = escapeHtml(JSON.stringify(config));
      return context.html(page.replace(PLACE, () => PLACE.replace('""', () => `"${content}"`)));
    })
    .get('/assets/:file', async context => {
      const file = context.req.param('file');
      const type = TYPES[extname(file)];
      if (type === undefined || !/^[\w.-]+$/.test(file)) return context.notFound();
      const bytes = await readFile(join(directory, 'assets', file)).catch(() => undefined);
      if (bytes === undefined) return context.notFound();
      context.header('Content-Type', type);
      // A file's name holds its hash.
      context.header('Cache-Control', 'public, max-age=31536000, immutable');
      // Workers take their policy from their own answer.
      context.header('Content-Security-Policy', policy("'none'", vaultUrl));
      context.header('Cross-Origin-Embedder-Policy', 'require-corp');
      return context.body(new Uint8Array(bytes));
    });
}

const PERMISSIONS =
  'accelerometer=(), camera=(), clipboard-read=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

function policy(ancestors: string, vaultUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${vaultUrl}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

const refused = () =>
  new GatewayError(400, 'INVALID_REQUEST', 'The wallet page is for an iframe of a project');
