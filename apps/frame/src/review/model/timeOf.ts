/** Converts a Unix timestamp in seconds to a date; undefined beyond what a date can hold. */
export function timeOf(seconds: unknown): Date | undefined {
  const time = Number(String(seconds)) * 1_000;
  return Number.isFinite(time) && time < 8e15 ? new Date(time) : undefined;
}
