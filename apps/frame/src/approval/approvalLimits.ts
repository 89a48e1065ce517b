/** Numbers of the rules that keep a site from steering the visitor's hand. Times are milliseconds, lengths CSS pixels. */
export const APPROVAL_LIMITS = {
  /** Undisturbed, before the button counts. */
  arm: 500,
  /** The focus in the page, without a key, before keys count. */
  quiet: 1_000,
  /** How far the page may be from where it stood on the screen and still be in the same place. */
  shift: 1,
  /** Between two approvals. */
  apart: 1_000,
  /** The least that an approval is shown on. */
  width: 320,
  height: 420,
  /** Of them for what the request says, where it needs that much. */
  details: 160,
  /** The page zoomed or scaled so far out cannot be read. */
  pixelRatio: 0.67,
  /** The most height that is asked of the host: what is longer scrolls inside. */
  mostHeight: 560,
  /** How long the visitor shuts a site out. */
  block: 3_600_000,
} as const;
