/** Creates JSON-RPC ids: microseconds since 1970, as peers use, unique and increasing even if the clock is set back. */
export function createIds(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000));
    return last;
  };
}
