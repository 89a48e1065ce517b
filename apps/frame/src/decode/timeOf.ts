/** Seconds since 1970 as the time that they are; one beyond all calendars is none. */
export function timeOf(seconds: unknown): Date | undefined {
  const time = Number(String(seconds)) * 1_000;
  return Number.isFinite(time) && time < 8e15 ? new Date(time) : undefined;
}
