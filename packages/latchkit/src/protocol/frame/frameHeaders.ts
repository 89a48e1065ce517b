/** Features of a browser that the wallet page never needs. */
const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** The name of the Trusted Types policy that makes the keyring's Worker: the only one that the wallet page may have. */
export const KEYRING_POLICY = 'latchkit-keyring';

export interface FrameHeaderOptions {
  /** Origins of the project, as `allowsOrigin` reads them. None: the page is shown in no frame at all. */
  readonly allowedOrigins: readonly string[];
  /** Origins besides its own that the page may ask: the vault's. */
  readonly connect: readonly string[];
  /** Where browsers report what the policy blocked, a path of the wallet's own. Default: nowhere. */
  readonly reports?: string;
}

/**
 * The response headers of the wallet page: which pages may hold it, and that it loads, asks and runs nothing of anybody else.
 * Its own files have {@link FRAME_FILE_HEADERS}.
 */
export function frameHeaders({
  allowedOrigins,
  connect,
  reports,
}: FrameHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': [
      `frame-ancestors ${allowedOrigins.join(' ') || "'none'"}`,
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      ["connect-src 'self'", ...connect].join(' '),
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      `trusted-types ${KEYRING_POLICY}`,
      ...(reports === undefined ? [] : [`report-uri ${reports}`]),
    ].join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': FEATURES.map(feature => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/**
 * The response headers of the wallet page's files. A Worker takes its policy from the answer that brought its script: the
 * keyring's asks nobody, and loads and makes nothing.
 */
export const FRAME_FILE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
