import { HEARTBEAT_TIMEOUT, PROBE_AFTER } from './relayLimits.js';

const PATIENCE = HEARTBEAT_TIMEOUT - PROBE_AFTER;

export interface Heartbeat {
  start(): void;
  /** Data arrived from the relay. */
  seen(): void;
  stop(): void;
  /** Checks immediately. */
  check(): void;
  /** Milliseconds since data last arrived. */
  silentFor(): number;
}

export interface HeartbeatOptions {
  /** Sends the relay a ping. */
  probe(): void;
  /** Nothing arrived for 35 s, not even after a ping. */
  onSilent(): void;
}

/**
 * Detects a dead socket. Pages don't see WebSocket pings, so the relay is pinged after 25 s of silence. A timer that
 * fires late, because the page slept, pings before it reports silence.
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
