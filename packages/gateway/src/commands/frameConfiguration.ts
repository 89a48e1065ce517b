import { allowsOrigin, frameHeaders, framePageConfig, portalPageConfig } from 'latchkit/protocol';
import * as z from 'zod';
import { escapeHtml } from '../platform/http/escapeHtml.js';
import { REPORTS } from '../wallet/service/pages/framePages.js';

/** A page as it was served. */
export interface ServedPage {
  readonly path: string;
  readonly html: string;
  readonly headers: Headers;
}

/** What the server writes into the wallet page must be. Absent: not compared. */
export interface ExpectedConfiguration {
  readonly vault?: string | undefined;
  readonly gateway?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly trusted?: readonly string[] | undefined;
}

/** Configuration in a page: the name of its element, and what the server wrote there. */
const CONFIGURATION = /<meta name="latchkit-(frame|opener|portal)" content="([^"]*)"/g;

/** Returns a page without what the server wrote into it, which no manifest covers. */
export function withoutConfiguration(html: string): string {
  return html.replace(CONFIGURATION, (_, name: string) => `<meta name="latchkit-${name}" content=""`);
}

/**
 * Reports the configuration that is written into the pages, and their policies: what differs from what was expected, from the other
 * pages, or from what this package sends, begins with `WRONG`.
 *
 * @param pages - The wallet page first.
 */
export function reportConfiguration(
  [frame, ...others]: readonly ServedPage[],
  expected: ExpectedConfiguration,
): readonly string[] {
  if (frame === undefined) return ['WRONG  there is no wallet page'];
  const config = readJson(frame, 'frame', z.strictObject(framePageConfig.shape));
  if (typeof config === 'string') return [config];
  const { vault, gateway, allowedOrigins, trustedOrigins, nested, networks } = config;
  const named = Object.entries(networks).map(([id, { name, coin }]) => `${id} ${name} (${coin})`);
  const portals = others.flatMap(page => (hasPlace(page, 'portal') ? [portalLine(page, vault)] : []));
  return [
    compare('vault', vault, expected.vault && [expected.vault]),
    compare('gateway', gateway, expected.gateway && [expected.gateway]),
    compare('allowed origins', allowedOrigins, expected.origins),
    compare('trusted origins', trustedOrigins, expected.trusted),
    compare('networks', named, undefined),
    ...trustedOrigins
      .filter(origin => !allowsOrigin(allowedOrigins, origin))
      .map(origin => `WRONG  trusted origins: ${origin} is not allowed`),
    ...(nested ? ['WRONG  the page that contains it may be in a frame of another page'] : []),
    ...portals,
    ...others.filter(hasOpener).map(({ path }) => `WRONG  ${path}: trusts any page that opens it`),
    `config policy: ${frame.headers.get('content-security-policy') ?? 'none'}`,
    ...headerLines(frame, frameHeaders({ allowedOrigins, connect: connectOf(vault), reports: REPORTS })),
    ...others.flatMap(page => {
      const connect = hasPlace(page, 'portal') ? connectOf(vault) : [];
      const policy = { allowedOrigins: [], connect, reports: REPORTS, passkeys: true };
      return headerLines(page, frameHeaders(policy));
    }),
  ];
}

const connectOf = (vault: string | undefined) => (vault === undefined ? [] : [vault]);

/** A value of the configuration, and whether it is the expected one. */
function compare(
  name: string,
  found: string | readonly string[] | undefined,
  expected: readonly string[] | '' | undefined,
): string {
  const values = typeof found === 'string' ? [found] : (found ?? []);
  const line = `${name}: ${values.join(', ') || 'none'}`;
  if (!expected) return `config ${line}`;
  const normal = (list: readonly string[]) => list.map(normalUrl).sort().join(' ');
  if (normal(values) === normal(expected)) return `ok     ${line}`;
  return `WRONG  ${line}; expected ${expected.join(', ') || 'none'}`;
}

/** Patterns of origins are no URLs, and stay as they are. */
function normalUrl(text: string): string {
  return URL.canParse(text) && !text.includes('*') ? new URL(text).href.replace(/\/$/, '') : text;
}

function portalLine(page: ServedPage, vault: string | undefined): string {
  const config = readJson(page, 'portal', z.strictObject(portalPageConfig.shape));
  if (typeof config === 'string') return config;
  const line = `${page.path} vault: ${config.vault}`;
  return config.vault === vault ? `ok     ${line}` : `WRONG  ${line}, and not the wallet page's`;
}

/** Only the browser of a user, whose wallet page opens the window, may be told so. */
const hasOpener = (page: ServedPage) =>
  places(page).some(({ name, content }) => name === 'opener' && content !== '');

const hasPlace = (page: ServedPage, name: string) => places(page).some(one => one.name === name);

function places({ html }: ServedPage) {
  return [...html.matchAll(CONFIGURATION)].map(([, name = '', content = '']) => ({ name, content }));
}

/** Reads the JSON of a page's configuration, which has no other fields; a line of the report if it can't be read. */
function readJson<Config>(page: ServedPage, name: string, schema: z.core.$ZodType<Config>): Config | string {
  const [place, second] = places(page).filter(one => one.name === name);
  if (place === undefined || second !== undefined) return `WRONG  ${page.path}: has no configuration`;
  const text = unescapeHtml(place.content);
  // A browser decodes more entities than the server writes.
  if (escapeHtml(text) !== place.content)
    return `WRONG  ${page.path}: its configuration is not as the server writes it`;
  const read = z.safeParse(schema, parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `WRONG  ${page.path}: its configuration has ${issue?.path.join('.') || 'other fields'} that this version does not know (${issue?.message})`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const unescapeHtml = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, found => ENTITIES[found] ?? found);

/** Compares the headers that protect a page with those that this package sends. */
function headerLines({ path, headers }: ServedPage, expected: Record<string, string>): readonly string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = headers.get(name) ?? '';
    // A policy that a proxy adds can only forbid more. How long a page may be stored is up to the operator.
    const isRight =
      name === 'cache-control' ||
      found === value ||
      (name === 'content-security-policy' && found.split(',').some(one => one.trim() === value));
    return isRight ? [] : [`WRONG  ${path}: ${name} is not ${value}`];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
