import { APPROVAL_LIMITS } from './approvalLimits.js';
import { watchVisibility } from './watchVisibility.js';

/**
 * `waiting`: it counts soon. `unread`: the end of the details has not been in view yet. `covered`, `small`, `away`,
 * `unfocused`: it does not count while that lasts.
 */
export type ArmingState = 'armed' | 'waiting' | 'unread' | 'covered' | 'small' | 'away' | 'unfocused';

export interface ArmingOptions {
  readonly self: Window & typeof globalThis;
  /** Elements that must be fully visible: the card, its details, the button. */
  readonly watched: readonly Element[];
  /** The scrolling element, its content and the end of that content. `hint` takes up space only while it shows something. */
  readonly details: Readonly<Record<'view' | 'content' | 'end' | 'hint', HTMLElement>>;
  /** It can't count before this time, in milliseconds of `performance.now()`. */
  readonly notBefore: number;
  /** The end of the same details was in view before. */
  readonly wasRead: boolean;
  /** Whether everything that matters is in view, although a little of the end is not. */
  readonly isAlmostRead: () => boolean;
  /** Called with the milliseconds left whenever the wait starts or starts again. */
  readonly onWait?: (milliseconds: number) => void;
  readonly onChange: (state: ArmingState) => void;
  readonly signal: AbortSignal;
}

/** Whether a button counts: after half a second without changes, while it is visible and the page has the focus. */
export interface Arming {
  /**
   * Since when it has counted without interruption, as of `now`; undefined if it does not count.
   *
   * @param now - Milliseconds of `performance.now()`, as in event timestamps.
   */
  armedAt(now: number): number | undefined;
  /** Restarts the wait. */
  disturb(): void;
  /** Whether the end of the details has been in view. */
  isRead(): boolean;
  state(): ArmingState;
}

/** Minimum milliseconds between two checks of whether it counts. */
const LOOK = 10;

/** Starts the wait. Resizing, focus and visibility changes and {@link Arming.disturb} restart it. */
export function createArming(options: ArmingOptions): Arming {
  const { self, watched, details, notBefore, wasRead, isAlmostRead, onChange, signal } = options;
  const { performance } = self;
  let disturbedAt = performance.now();
  let told: ArmingState | undefined;
  let timer = 0;
  let isRead = wasRead;

  const start = () => Math.max(disturbedAt + APPROVAL_LIMITS.arm, notBefore, seenFor() ?? 0);
  const seenFor = () => {
    const since = visibility.visibleSince();
    return since === undefined ? undefined : since + APPROVAL_LIMITS.arm;
  };
  const obstacle = (): 'covered' | 'small' | 'away' | 'unread' | undefined => {
    if (self.document.visibilityState !== 'visible') return 'away';
    if (isSmall(self) || isCramped(details)) return 'small';
    if (seenFor() === undefined) return 'covered';
    isRead ||= end.visibleSince() !== undefined;
    if (isAlmostRead()) return undefined;
    return isRead ? undefined : 'unread';
  };
  const stateAt = (now: number): ArmingState => {
    const found = obstacle();
    // The browser has not reported visibility yet.
    if (found === 'covered' && !visibility.isKnown()) return 'waiting';
    if (found === 'unread' && !end.isKnown()) return 'waiting';
    if (found !== undefined || start() > now) return found ?? 'waiting';
    return self.document.hasFocus() ? 'armed' : 'unfocused';
  };
  const tell = () => {
    if (signal.aborted) return;
    self.clearTimeout(timer);
    const now = performance.now();
    const state = stateAt(now);
    if (state === 'waiting') {
      const left = start() - now;
      timer = self.setTimeout(tell, Math.max(left, LOOK));
      options.onWait?.(left);
    }
    if (state !== told) {
      told = state;
      onChange(state);
    }
  };
  const disturb = () => {
    disturbedAt = performance.now();
    tell();
  };

  const visibility = watchVisibility(self, watched, tell, signal);
  // Half of it suffices: it ends at a fraction of a pixel.
  const end = watchVisibility(self, [details.end], tell, signal, 0.5);
  for (const event of ['resize', 'focus', 'blur', 'pageshow'] as const) {
    self.addEventListener(event, disturb, { signal });
  }
  self.document.addEventListener('visibilitychange', disturb, { signal });
  const room = new self.ResizeObserver(tell);
  room.observe(details.view);
  signal.addEventListener(
    'abort',
    () => {
      room.disconnect();
      self.clearTimeout(timer);
    },
    { once: true },
  );
  tell();
  return {
    disturb,
    isRead: () => isRead,
    state: () => stateAt(performance.now()),
    armedAt(now) {
      if (obstacle() !== undefined || !self.document.hasFocus()) return undefined;
      const at = start();
      return at <= now ? at : undefined;
    },
  };
}

/** Whether the details have so little space that they are read line by line. */
function isCramped({ view, content, hint }: ArmingOptions['details']): boolean {
  const room = view.clientHeight + hint.offsetHeight;
  return room < Math.min(APPROVAL_LIMITS.details, content.offsetHeight);
}

function isSmall({ innerWidth, innerHeight, devicePixelRatio }: Window): boolean {
  const { width, height, pixelRatio } = APPROVAL_LIMITS;
  return innerWidth < width || innerHeight < height || devicePixelRatio < pixelRatio;
}
