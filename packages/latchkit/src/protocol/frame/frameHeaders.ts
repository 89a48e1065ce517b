/** Browser features that the wallet page never needs. */
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
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Features of passkeys. */
const PASSKEYS = ['publickey-credentials-create', 'publickey-credentials-get'];

/** The only Trusted Types policy that the wallet's pages may have: it creates the keyring's Worker. */
export const KEYRING_POLICY = 'latchkit-keyring';

export interface FrameHeaderOptions {
  /** Origins of the project, in the format of `allowsOrigin`. Empty: no page may embed the wallet page. */
  readonly allowedOrigins: readonly string[];
  /** Further origins that the page may send requests to: the vault's. */
  readonly connect: readonly string[];
  /** A path of the wallet service, to which browsers report policy violations. Default: no reports. */
  readonly reports?: string;
  /** Whether the page may use passkeys: only top-level pages of the wallet service do. Default: false. */
  readonly passkeys?: boolean;
}

/**
 * The response headers of the wallet page: which pages may embed it; it loads, calls and runs only its own files and the listed
 * origins. Its Worker, which the page starts from a blob after checking its hash, has the same policy. Its files have
 * {@link FRAME_FILE_HEADERS}.
 */
export function frameHeaders({
  allowedOrigins,
  connect,
  reports,
  passkeys = false,
}: FrameHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': [
      `frame-ancestors ${allowedOrigins.join(' ') || "'none'"}`,
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      ["connect-src 'self'", ...connect].join(' '),
      'worker-src blob:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      `trusted-types ${KEYRING_POLICY}`,
      ...(reports === undefined ? [] : [`report-uri ${reports}`]),
    ].join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': [
      ...FEATURES.map(feature => `${feature}=()`),
      ...PASSKEYS.map(feature => `${feature}=(${passkeys ? 'self' : ''})`),
    ].join(', '),
    'referrer-policy': 'no-referrer',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** The response headers of the wallet page's files. None of them can be used as a page or started as a Worker that does anything. */
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
