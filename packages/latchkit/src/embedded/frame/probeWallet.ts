import { isRecord } from '../../core/adapter/untrusted.js';
import { FRAME_MANIFEST_PATH } from '../../protocol/frame/frameManifest.js';
import { walletUrl } from './createFrameElement.js';

/**
 * What answers at the address of a wallet service: `wallet`, a wallet service; `other`, something else; `nothing`; `unknown`, the
 * page's policy (CSP) does not allow to look.
 */
export type FoundWallet = 'wallet' | 'other' | 'nothing' | 'unknown';

/** Time that a browser gets to report what its policy blocked, in ms: it does so after the request has failed. */
const REPORT_MS = 50;

/**
 * Looks at what answers at the address of a wallet service: each has a public manifest. It tells a page that is only slow from an
 * address at which no wallet page can come. Never rejects.
 *
 * @param wallet - Base URL of the wallet service.
 */
export async function probeWallet(wallet: string): Promise<FoundWallet> {
  const url = walletUrl(wallet, FRAME_MANIFEST_PATH.slice(1));
  let isBlocked = false;
  const watch = (event: SecurityPolicyViolationEvent) => {
    isBlocked ||= event.disposition === 'enforce' && event.blockedURI.startsWith(url.origin);
  };
  const page = document;
  page.addEventListener('securitypolicyviolation', watch);
  try {
    const response = await ask(url, 'cors');
    if (response) return response.ok && isManifest(await readJson(response)) ? 'wallet' : 'other';
    // Without a permission to read it, an answer is still an answer.
    if (await ask(url, 'no-cors')) return 'other';
    await new Promise(resolve => setTimeout(resolve, REPORT_MS));
    return isBlocked ? 'unknown' : 'nothing';
  } finally {
    page.removeEventListener('securitypolicyviolation', watch);
  }
}

async function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** Whether it looks like a manifest; only a host that pins the wallet page checks the signature. */
function isManifest(answer: unknown): boolean {
  return isRecord(answer) && typeof answer.payload === 'string';
}

function ask(url: URL, mode: RequestMode): Promise<Response | undefined> {
  return fetch(url, { mode, cache: 'no-cache', credentials: 'omit' }).catch(() => undefined);
}
