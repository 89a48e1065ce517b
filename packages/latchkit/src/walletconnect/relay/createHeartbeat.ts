import { HEARTBEAT_TIMEOUT, PROBE_AFTER } from './relayLimits.js';

const PATIENCE = HEARTBEAT_TIMEOUT - PROBE_AFTER;

export interface Heartbeat {
  start(): void;
  /** The relay was heard. */
  seen(): void;
  stop(): void;
  /** Looks now instead of later. */
  check(): void;
  /** Milliseconds since the relay was heard. */
  silentFor(): number;
}

export interface HeartbeatOptions {
  /** Asks the relay for a sign of life. */
  probe(): void;
  /** Nothing was heard for 35 s, nor after a question [TIME-25]. */
  onSilent(): void;
}

/**
 * Notices a socket that is dead without saying so. A page is not told of a socket's pings, so the relay is asked after 25 s
 * of silence. A timer that fires late, because the page slept, asks before it judges.
 */
export function createHeartbeat({ probe, onSilent }: HeartbeatOptions): Heartbeat {
  let lastSeen = 0;
  let probedAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const seen = () => {
    lastSeen = Date.now();
    probedAt = undefined;
  };
  const later = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, delay);
  };

  function check(): void {
    const now = Date.now();
    if (now - lastSeen < PROBE_AFTER) later(lastSeen + PROBE_AFTER - now);
    else if (probedAt === undefined) {
      probedAt = now;
      later(PATIENCE);
      probe();
    } else if (now - probedAt < PATIENCE) later(probedAt + PATIENCE - now);
    else {
      clearTimeout(timer);
      onSilent();
    }
  }

  return {
    start() {
      seen();
      later(PROBE_AFTER);
    },
    seen,
    stop: () => clearTimeout(timer),
    check,
    silentFor: () => Date.now() - lastSeen,
  };
}
