import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type Context, Hono } from 'hono';
import {
  allowsOrigin,
  FRAME_FILE_HEADERS,
  FRAME_MANIFEST_PATH,
  FRAME_PAGE_FILE,
  type FramePageConfig,
  frameHeaders,
  frameParams,
  LOCAL_ORIGINS,
  loginProvider,
  type PortalPageConfig,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { escapeHtml } from '../../../platform/http/escapeHtml.js';
import { HttpError } from '../../../platform/http/HttpError.js';
import type { Log } from '../../../platform/jsonLog.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { frameFiles } from './frameFiles.js';
import { policyReports } from './policyReports.js';

export interface FramePagesOptions {
  /** Folder of the built frame: `index.html` and `assets/`. */
  readonly directory: string;
  readonly access: Pick<ProjectAccess, 'findProject' | 'networks'>;
  readonly vaultUrl: string;
  /** Origin of the gateway, whose orders the wallet page lets users sign. Default: none. */
  readonly gatewayOrigin?: string | undefined;
  /** Lists the login providers that the portal offers. Default: none. */
  readonly findProviders?: () => Promise<readonly string[]>;
  /** In development, local pages may embed the wallet page of a project without origins. In production, no page may. */
  readonly developmentMode: boolean;
  /** Receives the reports of what the page's policy blocked. */
  readonly log: Log;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Path that receives browsers' reports of blocked content. */
export const REPORTS = '/csp-reports';

/** Placeholders in the pages for configuration from the server. */
const PLACE = '<meta name="latchkit-frame" content=""';
const PORTAL_PLACE = '<meta name="latchkit-portal" content=""';
const OPENER_PLACE = '<meta name="latchkit-opener" content=""';

/** Serves the wallet page, the wallet window, the portal and their files, with headers that block other pages. */
export function framePages(options: FramePagesOptions): Hono {
  const { directory, access, vaultUrl, gatewayOrigin, developmentMode, log } = options;
  const { findProviders = async () => [] } = options;
  const files = frameFiles(join(directory, 'assets'));
  return new Hono()
    .route('/', policyReports(REPORTS, log))
    .get('/frame', async context => {
      const params = z.safeParse(frameParams, context.req.query());
      const destination = context.req.header('Sec-Fetch-Dest');
      if (!params.success || (destination !== undefined && destination !== 'iframe')) throw refused();
      const project = await access.findProject(params.data.projectId);
      const isOpen = developmentMode && project.allowedOrigins.length === 0;
      const allowedOrigins = [...(isOpen ? LOCAL_ORIGINS : project.allowedOrigins)];
      const page = await readPage(directory, FRAME_PAGE_FILE);
      const config: FramePageConfig = {
        allowedOrigins,
        trustedOrigins: [...project.trustedOrigins],
        networks: access.networks,
        nested: false,
        vault: vaultUrl,
        gateway: gatewayOrigin,
      };
      const headers = frameHeaders({ allowedOrigins, connect: [vaultUrl], reports: REPORTS });
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
      allowPolicyOf(context, allowedOrigins);
      const content = escapeHtml(JSON.stringify(config));
      return context.html(fillIn(page, PLACE, content));
    })
    .on('GET', ['/window/oauth', '/window/pass', '/window/done'], context =>
      sendWindow(context, directory, 'window/social.html'),
    )
    .get('/window', context => sendWindow(context, directory, 'window.html'))
    .get('/me', async context => {
      setWindowHeaders(context, [vaultUrl]);
      // The portal has no opener that could move or close it: exported keys are shown there.
      context.header('Cross-Origin-Opener-Policy', 'same-origin');
      const found = await findProviders();
      const providers = loginProvider.options.filter(provider => found.includes(provider));
      const config: PortalPageConfig = { vault: vaultUrl, providers };
      const content = escapeHtml(JSON.stringify(config));
      return context.html(fillIn(await readPage(directory, 'me.html'), PORTAL_PLACE, content));
    })
    .get(FRAME_MANIFEST_PATH, async context => {
      const manifest = await readFile(join(directory, basename(FRAME_MANIFEST_PATH))).catch(() => undefined);
      if (manifest === undefined) return context.notFound();
      context.header('Content-Type', 'application/json');
      // Host pages and anyone who watches may read it.
      context.header('Access-Control-Allow-Origin', '*');
      context.header('Cross-Origin-Resource-Policy', 'cross-origin');
      context.header('Cache-Control', 'no-cache');
      context.header('X-Content-Type-Options', 'nosniff');
      return context.body(new Uint8Array(manifest));
    })
    .get('/assets/:file', async context => {
      const file = context.req.param('file');
      const type = TYPES[extname(file)];
      if (type === undefined || !/^[\w.-]+$/.test(file)) return context.notFound();
      const found = await files.read(file, context.req.header('Accept-Encoding') ?? '');
      if (found === undefined) return context.notFound();
      context.header('Content-Type', type);
      // File names contain a hash of the content.
      context.header('Cache-Control', 'public, max-age=31536000, immutable');
      for (const [name, value] of Object.entries(FRAME_FILE_HEADERS)) context.header(name, value);
      context.header('Vary', 'Accept-Encoding', { append: true });
      if (found.encoding !== undefined) context.header('Content-Encoding', found.encoding);
      return context.body(found.bytes);
    });
}

/**
 * Lets a host page of the project add a policy to the wallet page by its iframe's `csp` attribute (CSP Embedded Enforcement). The SDK
 * sends the host's origin as the referrer.
 */
function allowPolicyOf(context: Context, allowedOrigins: readonly string[]): void {
  const referrer = context.req.header('Referer') ?? '';
  if (!URL.canParse(referrer)) return;
  const { origin } = new URL(referrer);
  if (allowsOrigin(allowedOrigins, origin)) context.header('Allow-CSP-From', origin);
}

/**
 * The headers of pages that are never in a frame.
 *
 * @param connect - Further origins that the page may send requests to.
 * @throws HttpError 400 if one is requested for a frame.
 */
function setWindowHeaders(context: Context, connect: readonly string[] = []): void {
  const destination = context.req.header('Sec-Fetch-Dest');
  if (destination !== undefined && destination !== 'document') throw refused();
  const headers = frameHeaders({ allowedOrigins: [], connect, reports: REPORTS, passkeys: true });
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  // They communicate with their opener: the wallet page, or the host page that contains it.
  context.header('Cross-Origin-Opener-Policy', 'unsafe-none');
}

async function sendWindow(context: Context, directory: string, name: string): Promise<Response> {
  setWindowHeaders(context);
  const page = await readPage(directory, name);
  // Browsers set Sec-Fetch-Site and no page can forge it. Only the wallet page itself may put the mailbox, or a proof, into the
  // window's URL.
  const isOwn = context.req.header('Sec-Fetch-Site') === 'same-origin';
  return context.html(isOwn ? fillIn(page, OPENER_PLACE, 'wallet') : page);
}

/** `content` must be escaped for an attribute. */
const fillIn = (page: string, place: string, content: string) =>
  page.replace(place, () => place.replace('""', () => `"${content}"`));

function readPage(directory: string, name: string): Promise<string> {
  return readFile(join(directory, name), 'utf8').catch(cause => {
    throw new HttpError(503, 'NOT_READY', 'The wallet page is not built', { cause });
  });
}

const refused = () =>
  new HttpError(400, 'INVALID_REQUEST', 'The wallet page is for an iframe of a project, its window for none');
