import { type AlertKey, raiseAlert } from '../core/kernel/alerts.js';
import { reportError } from '../core/kernel/reportError.js';
import type { Latchkit } from '../core/Latchkit.js';
import type { BaseError } from '../protocol/BaseError.js';
import type { FrameFailure } from './embeddedErrors.js';

const ALERTS: Readonly<Record<FrameFailure, { readonly key: AlertKey; readonly details: string }>> = {
  iframe_load_failed: {
    key: 'EMBEDDED_WALLET_NOT_LOADED',
    details:
      'iframe_load_failed: the wallet page did not load within 20 s. Check that the wallet service runs and allows this origin.',
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

/**
 * Reports a failure of the embedded wallet to the host's developer: an alert, and INTERNAL_ERROR with the kind of
 * failure as source. Other errors are ignored. Use it as `onFailure` of `createEmbeddedFrame`.
 */
export function reportFrameFailure(kit: Latchkit, error: BaseError): void {
  const { kind } = error.context;
  if (typeof kind !== 'string' || !Object.hasOwn(ALERTS, kind)) return;
  const { key, details } = ALERTS[kind as FrameFailure];
  const { address } = error.context;
  raiseAlert(kit, key, typeof address === 'string' ? `${details} Its address is ${address}.` : details);
  reportError(kit, kind, error);
}
