import { VERSION } from '../../core/kernel/gatewayUrl.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { type FrameGreeting, type FrameWelcome, frameWelcome } from '../../protocol/frame/frameGreeting.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { FRAME_VERSIONS } from '../../protocol/frame/frameVersion.js';
import { uuid } from '../../protocol/uuid.js';

/** A wallet page that responded. */
export interface GreetedFrame {
  /** A started port: add a listener in the same task, or messages are lost. */
  readonly port: MessagePort;
  readonly frameVersion: string;
  /** Surfaces on which it can show approvals. */
  readonly surfaces: readonly string[];
  /** URL of the vault that it uses, as its server configured it. */
  readonly vault: string | undefined;
}

/** The window that is greeted, which is the iframe's. */
export type GreetingTarget = Pick<Window, 'postMessage'>;

/**
 * Greets a wallet page every second until it responds. Each greeting has its own channel, and earlier channels stay open:
 * the wallet page uses the first that reaches it, and a slow page may respond to an early one.
 *
 * @param origin - The wallet page's exact origin: no other page receives a port.
 * @param signal - Cancels it; it then rejects with ABORTED.
 * @throws UNSUPPORTED_VERSION when there is no common version.
 */
export function greetFrame(
  target: GreetingTarget,
  origin: string,
  signal: AbortSignal,
): Promise<GreetedFrame> {
  return new Promise((resolve, reject) => {
    const ports = new Set<MessagePort>();
    let timer: ReturnType<typeof setInterval> | undefined;
    const finish = (kept?: MessagePort) => {
      clearInterval(timer);
      signal.removeEventListener('abort', abort);
      for (const port of ports) if (port !== kept) port.close();
    };
    const abort = () => {
      finish();
      reject(frameError('ABORTED'));
    };
    const greet = () => {
      const { port1, port2 } = new MessageChannel();
      const nonce = uuid();
      ports.add(port1);
      const receive = ({ data }: MessageEvent) => {
        const welcome = readWelcome(data, nonce);
        if (welcome === undefined) return;
        port1.removeEventListener('message', receive);
        if (welcome.type === 'READY') {
          finish(port1);
          const { frameVersion, surfaces, vault } = welcome;
          resolve({ port: port1, frameVersion, surfaces, vault });
        } else {
          finish();
          reject(frameError('UNSUPPORTED_VERSION', { context: { supported: welcome.supported.join(', ') } }));
        }
      };
      port1.addEventListener('message', receive);
      port1.start();
      const greeting: FrameGreeting = {
        lk: 1,
        type: 'INIT',
        nonce,
        sdkVersion: VERSION,
        protocols: [...FRAME_VERSIONS],
      };
      target.postMessage(greeting, origin, [port2]);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    timer = setInterval(greet, FRAME_TIMES.greeting);
    greet();
  });
}

/** Parses a response to this greeting, in a version that we support. */
function readWelcome(data: unknown, nonce: string): FrameWelcome | undefined {
  const welcome = frameWelcome.safeParse(data);
  if (!welcome.success || welcome.data.nonce !== nonce) return undefined;
  if (welcome.data.type === 'READY' && !FRAME_VERSIONS.includes(welcome.data.protocol)) return undefined;
  return welcome.data;
}
