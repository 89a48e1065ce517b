/** Limits that keep a site from tricking the user into an approval. Times in milliseconds, lengths in CSS pixels. */
export const APPROVAL_LIMITS = {
  /** Undisturbed time before the button counts. */
  arm: 500,
  /** Time with focus in the page and no key pressed before keys count. */
  quiet: 1_000,
  /** How far the page may move on the screen and still count as being in the same place. */
  shift: 1,
  /** Minimum time between two approvals. */
  apart: 1_000,
  /** Minimum size of the page for an approval. */
  width: 320,
  height: 420,
  /** Minimum height of the details, if they need that much. */
  details: 160,
  /** Below this pixel ratio the page is zoomed or scaled out too far to be read. */
  pixelRatio: 0.67,
  /** Maximum height that is requested from the host, which gives what its viewport has; longer content scrolls inside. */
  mostHeight: 2_000,
  /** Up to this much at the end of the details may be out of view, if it says nothing that could change the decision. */
  unseen: 80,
} as const;
