import { clockText, spokenTime } from '../runtime/clockText.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useNow } from '../runtime/useNow.js';

/** Milliseconds before the end at which the time left is announced: an hour, ten minutes, a minute. */
const ANNOUNCED = [3_600_000, 600_000, 60_000];

/** The time left until a moment. It ticks without being announced, except near its end. */
export function Countdown({ until }: { readonly until: string }) {
  const portal = usePortal();
  const { text } = portal;
  const end = new Date(until).getTime();
  const left = end - useNow(end);
  const passed = ANNOUNCED.findLast(moment => left <= moment);
  return (
    <>
      <p
        className="pt-clock"
        role="timer"
        aria-live="off"
        aria-label={text('timeLeft', { time: spokenTime(left, portal) })}
      >
        {clockText(left)}
      </p>
      <p className="pt-sr" role="status">
        {passed !== undefined && text('timeLeft', { time: spokenTime(passed, portal) })}
      </p>
    </>
  );
}
