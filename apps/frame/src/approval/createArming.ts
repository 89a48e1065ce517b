import { APPROVAL_LIMITS } from './approvalLimits.js';
import { watchSight } from './watchSight.js';

/** `waiting`: it counts soon. `covered`, `small`, `away`, `unfocused`: it does not as long as that lasts. */
export type ArmingState = 'armed' | 'waiting' | 'covered' | 'small' | 'away' | 'unfocused';

export interface ArmingOptions {
  readonly self: Window & typeof globalThis;
  /** What must be seen whole: the card, its details, the button. */
  readonly watched: readonly Element[];
  /** Milliseconds of `performance.now()` before which it cannot count. */
  readonly notBefore: number;
  readonly onChange: (state: ArmingState) => void;
  readonly signal: AbortSignal;
}

/** When a button counts: after half a second in which nothing changed, and while it can be seen and has the focus. */
export interface Arming {
  /**
   * Since when it counts without a break, as of `now`; undefined: it does not.
   *
   * @param now - Milliseconds of `performance.now()`, as events carry them.
   */
  armedAt(now: number): number | undefined;
  /** Starts the wait anew. */
  disturb(): void;
  state(): ArmingState;
}

/** The least milliseconds between two looks at whether it counts. */
const LOOK = 10;

/** Starts to wait. Resizing, focus, visibility and everything that {@link Arming.disturb} is called for start it anew. */
export function createArming(options: ArmingOptions): Arming {
  const { self, watched, notBefore, onChange, signal } = options;
  const { performance } = self;
  let disturbedAt = performance.now();
  let told: ArmingState | undefined;
  let timer = 0;

  const start = () => Math.max(disturbedAt + APPROVAL_LIMITS.arm, notBefore, seenFor() ?? 0);
  const seenFor = () => {
    const since = sight.seenSince();
    return since === undefined ? undefined : since + APPROVAL_LIMITS.arm;
  };
  const obstacle = (): 'covered' | 'small' | 'away' | undefined => {
    if (self.document.visibilityState !== 'visible') return 'away';
    if (isSmall(self)) return 'small';
    return seenFor() === undefined ? 'covered' : undefined;
  };
  const stateAt = (now: number): ArmingState => {
    const found = obstacle();
    // The browser has not looked yet.
    if (found === 'covered' && !sight.isKnown()) return 'waiting';
    if (found !== undefined || start() > now) return found ?? 'waiting';
    return self.document.hasFocus() ? 'armed' : 'unfocused';
  };
  const tell = () => {
    if (signal.aborted) return;
    self.clearTimeout(timer);
    const now = performance.now();
    const state = stateAt(now);
    if (state === 'waiting') timer = self.setTimeout(tell, Math.max(start() - now, LOOK));
    if (state !== told) {
      told = state;
      onChange(state);
    }
  };
  const disturb = () => {
    disturbedAt = performance.now();
    tell();
  };

  const sight = watchSight(self, watched, tell, signal);
  for (const event of ['resize', 'focus', 'blur', 'pageshow'] as const) {
    self.addEventListener(event, disturb, { signal });
  }
  self.document.addEventListener('visibilitychange', disturb, { signal });
  signal.addEventListener('abort', () => self.clearTimeout(timer), { once: true });
  tell();
  return {
    disturb,
    state: () => stateAt(performance.now()),
    armedAt(now) {
      if (obstacle() !== undefined || !self.document.hasFocus()) return undefined;
      const at = start();
      return at <= now ? at : undefined;
    },
  };
}

function isSmall({ innerWidth, innerHeight, devicePixelRatio }: Window): boolean {
  const { width, height, pixelRatio } = APPROVAL_LIMITS;
  return innerWidth < width || innerHeight < height || devicePixelRatio < pixelRatio;
}
