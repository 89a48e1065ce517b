import { BaseError } from '../../protocol/BaseError.js';
import {
  FRAME_MANIFEST_PATH,
  FRAME_PAGE_FILE,
  readFrameManifest,
} from '../../protocol/frame/frameManifest.js';
import { walletUrl } from './createFrameElement.js';

/** The build of the wallet page that a host accepts. */
export interface FramePin {
  /** For the iframe's `csp` attribute: Chromium runs only these scripts in it. Other browsers ignore the attribute. */
  readonly policy: string;
  /** @throws FRAME_NOT_VERIFIED if the wallet page reports another version than the manifest. */
  check(frameVersion: string): void;
}

/**
 * Fetches the manifest of the wallet page and checks its signature.
 *
 * @param wallet - Base URL of the wallet service.
 * @param key - See `manifestKey` of `embeddedWallet`.
 * @throws FRAME_NOT_VERIFIED; `context.reason` is `manifest` if it could not be fetched, else `signature`.
 */
export async function pinFrame(wallet: string, key: string): Promise<FramePin> {
  const manifest = await readFrameManifest(await fetchManifest(wallet), key);
  if (manifest === undefined) throw notVerified('signature');
  const scripts = (manifest.scripts[FRAME_PAGE_FILE] ?? []).map(hash => `'${hash}'`).join(' ');
  return {
    policy: `script-src ${scripts || "'none'"}; worker-src blob:`,
    check(frameVersion) {
      if (frameVersion !== manifest.version) throw notVerified('version');
    },
  };
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

function notVerified(reason: 'manifest' | 'signature' | 'version', cause?: unknown): BaseError {
  return new BaseError('FRAME_NOT_VERIFIED', 'The wallet page does not match its signed manifest', {
    context: { reason },
    cause,
  });
}
