/** The version of the messages between a host page and the embedded wallet. */
export const FRAME_VERSION = 1;

/** Versions that this build supports, best last. */
export const FRAME_VERSIONS: readonly number[] = [FRAME_VERSION];

/** The best version that both sides support; undefined: none. */
export function commonFrameVersion(theirs: readonly number[]): number | undefined {
  return FRAME_VERSIONS.findLast(version => theirs.includes(version));
}
