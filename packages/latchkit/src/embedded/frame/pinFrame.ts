import { BaseError } from '../../protocol/BaseError.js';
import {
  FRAME_MANIFEST_PATH,
  FRAME_PAGE_FILE,
  readFrameManifest,
} from '../../protocol/frame/frameManifest.js';
import { parseUrl } from '../../protocol/parseUrl.js';
import { walletUrl } from './createFrameElement.js';
import type { MetFrame } from './createLink.js';

/** The wallet page that a host accepts. */
export interface FramePin {
  /** For the iframe's `csp` attribute: Chromium runs only these scripts in it. Other browsers ignore the attribute. */
  readonly policy: string;
  /** @throws FRAME_NOT_VERIFIED if the wallet page reports another version than the manifest, or another vault than the pinned one. */
  check(page: Pick<MetFrame, 'frameVersion' | 'vault'>): void;
}

/** What a host pins. */
export interface PinnedFrame {
  /** See `manifestKey` of `embeddedWallet`. */
  readonly key: string;
  /** See `vault` of `embeddedWallet`. Default: any. */
  readonly vault?: string | undefined;
}

/**
 * Fetches the manifest of the wallet page and checks its signature.
 *
 * @param wallet - Base URL of the wallet service.
 * @throws FRAME_NOT_VERIFIED; `context.reason` is `manifest` if it could not be fetched, else `signature`.
 */
export async function pinFrame(wallet: string, { key, vault }: PinnedFrame): Promise<FramePin> {
  const manifest = await readFrameManifest(await fetchManifest(wallet), key);
  if (manifest === undefined) throw notVerified('signature');
  const scripts = (manifest.scripts[FRAME_PAGE_FILE] ?? []).map(hash => `'${hash}'`).join(' ');
  const connect = vault === undefined ? '' : `; connect-src 'self' ${new URL(vault).origin}`;
  return {
    policy: `script-src ${scripts || "'none'"}; worker-src blob:${connect}`,
    check(page) {
      if (page.frameVersion !== manifest.version) throw notVerified('version');
      // The manifest covers the files of the page, and not what the server writes into it.
      if (vault !== undefined && !isSameUrl(page.vault, vault)) throw notVerified('configuration');
    },
  };
}

function isSameUrl(one: string | undefined, other: string): boolean {
  return one !== undefined && parseUrl(one)?.href === new URL(other).href;
}

async function fetchManifest(wallet: string): Promise<unknown> {
  try {
    const response = await fetch(walletUrl(wallet, FRAME_MANIFEST_PATH.slice(1)), {
      cache: 'no-cache',
      credentials: 'omit',
    });
    if (response.ok) return await response.json();
  } catch (cause) {
    throw notVerified('manifest', cause);
  }
  throw notVerified('manifest');
}

function notVerified(
  reason: 'manifest' | 'signature' | 'version' | 'configuration',
  cause?: unknown,
): BaseError {
  return new BaseError('FRAME_NOT_VERIFIED', 'The wallet page does not match its signed manifest', {
    context: { reason },
    cause,
  });
}
