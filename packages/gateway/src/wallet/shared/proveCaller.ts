import type { Context } from 'hono';
import { namesOrigin, type P256PublicJwk, projectId, WALLET_HEADERS } from 'latchkit/protocol';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { browserName } from './browserName.js';
import type { CallerLimits } from './callerLimits.js';
import { dpopToken } from './dpopToken.js';
import { DRILL_NETWORK } from './drillCalls.js';
import type { ProjectAccess, WalletProject } from './ProjectAccess.js';
import { type ProofParts, verifyProof } from './verifyProof.js';

/** The caller of the wallet service or the vault: an installation, on an origin of a project. */
export interface Caller {
  /** Thumbprint of the installation's signing key. */
  readonly jkt: string;
  readonly jwk: P256PublicJwk;
  readonly projectId: string;
  /** Name of the project that may be shown as the page's; empty in the vault, which knows no projects. */
  readonly projectName: string;
  /** Origin of the page that embeds the frame, as the frame reports it. */
  readonly hostOrigin: string;
  /** The IPv4 address or IPv6 network that the call came from. */
  readonly network: string;
  /** Readable name of the browser, from its `User-Agent`. */
  readonly browser: string;
}

export interface CallerOptions extends Omit<ProofParts, 'admit'> {
  readonly limits: Pick<CallerLimits, 'prove'>;
  /** Public URL of the service, without a trailing slash. */
  readonly url: string;
  /** In development, a service has several names, so the URL of the request counts too. */
  readonly developmentMode: boolean;
  readonly address: ClientAddress;
  /** Whether a call comes from a drill of the canary wallets; undefined in the vault. */
  readonly isDrill?: (header: (name: string) => string | undefined) => Promise<boolean>;
  /** Finds the project of a call; undefined in the vault, which knows no projects. */
  readonly findProject: ProjectAccess['findProject'] | undefined;
}

/** Verifies the caller. `needsNonce` is false only for the first call of an installation. */
export type ProveCaller = (context: Context, needsNonce: boolean) => Promise<Caller>;

/**
 * Creates the function that verifies the callers of a service.
 *
 * @throws HttpError 401 `INVALID_DPOP_PROOF` or `USE_DPOP_NONCE`, 403 `ORIGIN_NOT_ALLOWED`, 404 `PROJECT_NOT_FOUND`.
 */
export function proveCaller(options: CallerOptions): ProveCaller {
  return async (context, needsNonce) => {
    const accessToken = dpopToken(context);
    const prover = await verifyProof(
      context.req.header('DPoP'),
      {
        method: context.req.method,
        urls: urlsOf(context, options),
        needsNonce,
        ...(accessToken === undefined ? {} : { accessToken }),
      },
      { ...options, admit: jkt => options.limits.prove(context, jkt) },
    );
    const page = await pageOf(context, options.findProject);
    const isDrill = await options.isDrill?.(name => context.req.header(name));
    const network = isDrill ? DRILL_NETWORK : options.address(context);
    const browser = browserName(context.req.header('User-Agent') ?? '');
    return { ...prover, ...page, network, browser };
  };
}

function urlsOf(context: Context, { url, developmentMode }: CallerOptions): string[] {
  const own = url + context.req.path;
  return developmentMode ? [own, new URL(context.req.url).origin + context.req.path] : [own];
}

async function pageOf(context: Context, findProject: CallerOptions['findProject']) {
  const id = projectId.safeParse(context.req.header(WALLET_HEADERS.project));
  const origin = context.req.header(WALLET_HEADERS.origin) ?? '';
  if (!id.success || !isOrigin(origin)) {
    throw new HttpError(400, 'INVALID_REQUEST', 'The project or the origin of the page is missing');
  }
  const project = findProject && (await findProjectOf(findProject, id.data, origin));
  const projectName = project === undefined ? '' : shownNameOf(project, origin);
  return { projectId: id.data, projectName, hostOrigin: origin };
}

/** The name of a project as its page's, in emails and windows: only of a page that the project names. Otherwise empty. */
export function shownNameOf({ name, allowedOrigins, trustedOrigins }: WalletProject, origin: string): string {
  // Any of the project's users may have a page under a pattern, and its name would vouch for it.
  return namesOrigin([...allowedOrigins, ...trustedOrigins], origin) ? name : '';
}

/** Finds the project of a page. @throws HttpError 403 `ORIGIN_NOT_ALLOWED`, 404 `PROJECT_NOT_FOUND`. */
export async function findProjectOf(
  findProject: ProjectAccess['findProject'],
  id: string,
  origin: string,
): Promise<WalletProject> {
  const project = await findProject(id);
  if (project.allowsPage(origin)) return project;
  throw new HttpError(403, 'ORIGIN_NOT_ALLOWED', 'unverified domain');
}

function isOrigin(text: string): boolean {
  return text.length <= 300 && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
