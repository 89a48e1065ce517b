import { createHash } from 'node:crypto';
import {
  BaseError,
  FRAME_MANIFEST_PATH,
  FRAME_PAGE_FILE,
  type FrameManifest,
  frameManifestSigner,
  PORTAL_PROJECT,
  readFrameManifest,
} from 'latchkit/protocol';
import { packagedFrame, readSignedManifest } from '../wallet/service/pages/packagedFrame.js';
import { reportConfiguration, type ServedPage, withoutConfiguration } from './frameConfiguration.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/** Milliseconds for one file. */
const LIMIT = 15_000;

/** The page that is served for each file that is one, without the wallet page. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'window.html': ['/window'],
  'window/social.html': ['/window/oauth', '/window/pass', '/window/done'],
  'me.html': ['/me'],
};

const OPTIONS = {
  key: { type: 'string' },
  project: { type: 'string' },
  vault: { type: 'string' },
  gateway: { type: 'string' },
  origin: { type: 'string', multiple: true },
  trusted: { type: 'string', multiple: true },
} as const;

/**
 * `verify-frame URL`: fetches the pages and files of a wallet service, and compares them with its signed manifest and with the one of
 * this package. What the server writes into the pages is printed, and compared with the options.
 *
 * @returns the report.
 * @throws BaseError `FRAME_MISMATCH` with the report, or `INVALID_ARGUMENT`.
 */
export async function verifyFrameCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [address = '', more] = positionals;
  if (!/^https?:\/\/[^/]+\/?$/.test(address) || more !== undefined) {
    throw invalidArgument('verify-frame needs the URL of a wallet service, such as https://wallet.example');
  }
  const url = new URL(address).origin;
  const installed = await readSignedManifest(packagedFrame());
  const key = values.key ?? frameManifestSigner(installed);
  if (key === undefined) throw invalidArgument('This package has no signed wallet page: name a --key');
  const served = await fetchBytes(url + FRAME_MANIFEST_PATH);
  const signed = typeof served === 'string' ? undefined : parseJson(served.bytes);
  const manifest = await readFrameManifest(signed, key);
  if (manifest === undefined) {
    const reason = typeof served === 'string' ? served : `it is not signed with ${key}`;
    throw mismatch([url, `WRONG  ${FRAME_MANIFEST_PATH}: ${reason}`]);
  }
  const { lines, pages } = await compareFiles(url, manifest, values.project ?? PORTAL_PROJECT);
  const { vault, gateway, origin: origins, trusted } = values;
  const configuration = reportConfiguration(pages, { vault, gateway, origins, trusted });
  const release = await readFrameManifest(installed, key);
  const report = [
    url,
    `version ${manifest.version}${manifest.isDevelopment ? ' (development build)' : ''}, signed with ${key}`,
    ...lines,
    ...configuration,
    releaseLine(manifest, release),
  ];
  if (report.some(line => line.startsWith('WRONG'))) throw mismatch(report);
  return report.join('\n');
}

/** Compares what is served with the manifest. @returns a line per file, and the pages, the wallet page first. */
async function compareFiles(url: string, manifest: FrameManifest, project: string) {
  const lines: string[] = [];
  const pages: ServedPage[] = [];
  for (const [file, hash] of Object.entries(manifest.files)) {
    for (const path of pathsOf(file, manifest, project)) {
      const found = await fetchBytes(url + path);
      if (typeof found === 'string') lines.push(`WRONG  ${path}: ${found}`);
      else if (hashOf(file, found.bytes) !== hash)
        lines.push(`WRONG  ${path}: is not ${file} of the manifest`);
      else lines.push(`ok     ${path}`);
      if (typeof found === 'string' || !file.endsWith('.html')) continue;
      const page = { path, html: new TextDecoder().decode(found.bytes), headers: found.headers };
      if (file === FRAME_PAGE_FILE) pages.unshift(page);
      else pages.push(page);
    }
  }
  return { lines, pages };
}

function pathsOf(file: string, { version }: FrameManifest, projectId: string): readonly string[] {
  if (file !== FRAME_PAGE_FILE) return PAGES[file] ?? [`/${file}`];
  const query = new URLSearchParams({ projectId, chainId: 'eip155:1', version, enableLogger: 'false' });
  return [`/frame?${query}`];
}

/** Compares the served build with the one of this package, which an operator has not changed. */
function releaseLine(manifest: FrameManifest, release: FrameManifest | undefined): string {
  if (release === undefined) return 'note   this package has no manifest with this key to compare with';
  if (release.version !== manifest.version) {
    return `note   this package has version ${release.version}: install ${manifest.version} to compare with the release`;
  }
  const isSame = JSON.stringify(release) === JSON.stringify(manifest);
  return isSame ? 'ok     the same files as this package' : 'WRONG  not the files of this package';
}

/** Fetches a file; returns a sentence if it can't be fetched. */
async function fetchBytes(
  url: string,
): Promise<{ readonly bytes: Uint8Array; readonly headers: Headers } | string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LIMIT) });
    if (!response.ok) {
      const hint = url.includes('/frame?') ? '; name a project of this wallet service with --project' : '';
      return `the server answers ${response.status}${hint}`;
    }
    return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
  } catch (error) {
    return `cannot be fetched (${error instanceof Error ? error.message : 'unknown'})`;
  }
}

function hashOf(file: string, bytes: Uint8Array): string {
  const content = file.endsWith('.html') ? withoutConfiguration(new TextDecoder().decode(bytes)) : bytes;
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const mismatch = (report: readonly string[]) =>
  new BaseError('FRAME_MISMATCH', report.join('\n'), {
    details: 'The wallet service does not serve the signed wallet page with the expected configuration',
  });
