import { cleanName, isRecord } from '../../core/adapter/untrusted.js';
import { parseUrl } from '../../protocol/parseUrl.js';
import { type Guard, guards } from '../wire/guards.js';

const { anything, listOf, shape, text } = guards;

/** How a page or a wallet describes itself. */
export interface Metadata {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly icons: readonly string[];
  /** Links that open the page or wallet from another app. */
  readonly redirect?: { readonly native?: string; readonly universal?: string } | undefined;
}

/** Checks a stored description. */
export const isRawMetadata = shape(
  {},
  {
    name: text(10_000),
    description: text(10_000),
    url: text(10_000),
    icons: listOf(text(200_000), 20),
    redirect: anything,
  },
);
const isWeb: Guard<string> = (value): value is string =>
  typeof value === 'string' &&
  value.length <= 2_048 &&
  /^https?:\/\//i.test(value) &&
  parseUrl(value) !== undefined;
const isIcon: Guard<string> = (value): value is string =>
  typeof value === 'string' &&
  (/^https:\/\//i.test(value) || /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i.test(value)) &&
  value.length <= 131_072;
// A link that would run script in this page must not be opened as an app link.
const isAppLink: Guard<string> = (value): value is string =>
  typeof value === 'string' &&
  /^[a-z][-+.a-z0-9]*:/i.test(value) &&
  !/^(?:javascript|data|vbscript|blob|file):/i.test(value);

/**
 * Sanitizes a peer's description for display: no invisible characters, only web URLs, few icons. A part that is missing or malformed is
 * left out. It is still only the peer's claim.
 */
export function cleanMetadata(value: unknown): Metadata {
  const raw = isRecord(value) ? value : {};
  const redirect = isRecord(raw.redirect) ? raw.redirect : {};
  const native = isAppLink(redirect.native) ? { native: redirect.native } : undefined;
  const universal = isWeb(redirect.universal) ? { universal: redirect.universal } : undefined;
  return {
    name: cleanName(textOf(raw.name)),
    description: cleanName(textOf(raw.description)),
    url: isWeb(raw.url) ? raw.url : '',
    icons: (Array.isArray(raw.icons) ? raw.icons : []).map(trimmed).filter(isIcon).slice(0, 5),
    ...(native || universal ? { redirect: { ...native, ...universal } } : {}),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
