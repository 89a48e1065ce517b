/**
 * Makes the ids of JSON-RPC calls: microseconds since 1970, as peers do, never the same and never going back while the
 * clock does.
 */
export function createIds(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000));
    return last;
  };
}
