import type { BaseError } from '../../protocol/BaseError.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { createMessenger, type Messenger } from '../messenger/createMessenger.js';
import { createReadiness } from './createReadiness.js';
import { type GreetedFrame, type GreetingTarget, greetFrame } from './greetFrame.js';

/** The connection to whatever wallet page is in the iframe just now. */
export interface Link {
  /** Resolves once a page answered and the ready delay is over; after a loss, with the next one. */
  readonly ready: () => Promise<Messenger>;
  /** Whether a page has answered. */
  isMet(): boolean;
  /** Greets the page that was just loaded, in place of any earlier one. */
  greet(target: GreetingTarget): void;
  /** The page is gone or about to go: what it was asked rejects, what waits goes on waiting. */
  lose(): void;
  /** It is over: what waits rejects with the error. */
  end(error: BaseError): void;
}

export interface LinkOptions {
  /** The wallet page's exact origin. */
  readonly origin: string;
  readonly onEvent: (event: FrameEvent) => void;
  /** A page answered. */
  readonly onMet: () => void;
  /** Its ready delay is over. */
  readonly onReady: () => void;
  /** The page cannot be used. */
  readonly onRefused: (error: unknown) => void;
}

/** Makes a link to no page yet. */
export function createLink({ origin, onEvent, onMet, onReady, onRefused }: LinkOptions): Link {
  const readiness = createReadiness<Messenger>();
  let messenger: Messenger | undefined;
  let attempt = new AbortController();
  let delay: ReturnType<typeof setTimeout> | undefined;

  const drop = () => {
    attempt.abort();
    clearTimeout(delay);
    messenger?.close();
    messenger = undefined;
  };
  const meet = ({ port }: GreetedFrame) => {
    const next = createMessenger(port, onEvent);
    messenger = next;
    onMet();
    // [STATE-11]
    delay = setTimeout(() => {
      readiness.succeed(next);
      onReady();
    }, FRAME_TIMES.readyDelay);
  };
  return {
    ready: readiness.get,
    isMet: () => messenger !== undefined,
    greet(target) {
      drop();
      const mine = new AbortController();
      attempt = mine;
      greetFrame(target, origin, mine.signal).then(meet, (error: unknown) => {
        if (!mine.signal.aborted) onRefused(error);
      });
    },
    lose() {
      drop();
      readiness.wait();
    },
    end(error) {
      drop();
      readiness.fail(error);
    },
  };
}
