import type { BaseError } from '../../protocol/BaseError.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { createMessenger, type Messenger } from '../messenger/createMessenger.js';
import { createReadiness } from './createReadiness.js';
import { type GreetedFrame, type GreetingTarget, greetFrame } from './greetFrame.js';

/** What a wallet page that responded says about itself. */
export type MetFrame = Omit<GreetedFrame, 'port'>;

/** The connection to the wallet page that is currently in the iframe. */
export interface Link {
  /** Resolves once a page has responded and the ready delay is over; after a loss, with the next page. */
  readonly ready: () => Promise<Messenger>;
  /** Whether a page has responded. */
  isMet(): boolean;
  /** Greets a newly loaded page, replacing any earlier one. */
  greet(target: GreetingTarget): void;
  /** The page is unloaded or about to be: pending calls reject, calls waiting for readiness keep waiting. */
  lose(): void;
  /** Ends the link: everything that waits rejects with the error. */
  end(error: BaseError): void;
}

export interface LinkOptions {
  /** The wallet page's exact origin. */
  readonly origin: string;
  readonly onEvent: (event: FrameEvent) => void;
  /** A page responded; to refuse it, throw. */
  readonly onMet: (page: MetFrame) => void;
  /** The ready delay is over. */
  readonly onReady: () => void;
  /** The page cannot be used. */
  readonly onRefused: (error: unknown) => void;
}

/** Creates a link without a page. */
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
  const meet = ({ port, ...page }: GreetedFrame) => {
    onMet(page);
    const next = createMessenger(port, onEvent);
    messenger = next;
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
      greetFrame(target, origin, mine.signal)
        .then(meet)
        .catch((error: unknown) => {
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
