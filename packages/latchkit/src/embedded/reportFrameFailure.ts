import { type AlertKey, raiseAlert } from '../core/kernel/alerts.js';
import { reportError } from '../core/kernel/reportError.js';
import type { Latchkit } from '../core/Latchkit.js';
import type { BaseError } from '../protocol/BaseError.js';
import type { FrameFailure } from './embeddedErrors.js';

const ALERTS: Readonly<Record<FrameFailure, { readonly key: AlertKey; readonly details: string }>> = {
  iframe_load_failed: {
    key: 'EMBEDDED_WALLET_NOT_LOADED',
    details:
      'iframe_load_failed: the wallet page did not respond within 20 s. Check that the wallet service runs and allows this origin.',
  },
  iframe_request_timeout: {
    key: 'EMBEDDED_WALLET_TIMED_OUT',
    details: 'iframe_request_timeout: the wallet page did not respond to a request. Try again.',
  },
  'unverified domain': {
    key: 'INVALID_APP_CONFIGURATION',
    details: 'unverified domain: add the origin of this page to those that the project allows.',
  },
};

/** What to do where it is certain that no wallet page comes, by `context.reason`. */
const REMEDIES: Readonly<Record<string, (address: string) => string>> = {
  nothing: address =>
    `nothing answers at ${address}. Start the wallet service, or pass its address as \`wallet\` to embeddedWallet().`,
  other: address =>
    `what answers at ${address} is not a wallet service. Pass the wallet service's address as \`wallet\` to embeddedWallet(); in development it is http://localhost:4001.`,
  policy: address => `the page's Content-Security-Policy blocks the frame. Add ${address} to frame-src.`,
};

/**
 * Tells the host's developer that the wallet page is silent, and that the page's policy does not allow to look why. It may
 * still respond.
 */
export function reportSilence(kit: Latchkit, wallet: string): void {
  raiseAlert(
    kit,
    'EMBEDDED_WALLET_SILENT',
    `the wallet page at ${wallet} has loaded and does not respond. Check that the wallet service runs there. ` +
      "The page's Content-Security-Policy does not allow to look: for a certain answer, add that address to connect-src.",
  );
}

/**
 * Reports a failure of the embedded wallet to the host's developer: an alert, and INTERNAL_ERROR with the kind of
 * failure as source. Other errors are ignored. Use it as `onFailure` of `createEmbeddedFrame`.
 */
export function reportFrameFailure(kit: Latchkit, error: BaseError): void {
  const { kind } = error.context;
  if (typeof kind !== 'string' || !Object.hasOwn(ALERTS, kind)) return;
  const { key, details } = ALERTS[kind as FrameFailure];
  raiseAlert(kit, key, withAddress(details, error));
  reportError(kit, kind, error);
}

function withAddress(details: string, { context: { kind, address, reason } }: BaseError): string {
  if (typeof address !== 'string') return details;
  const remedy = typeof reason === 'string' && Object.hasOwn(REMEDIES, reason) && REMEDIES[reason];
  return remedy ? `${kind}: ${remedy(address)}` : `${details} Its address is ${address}.`;
}
