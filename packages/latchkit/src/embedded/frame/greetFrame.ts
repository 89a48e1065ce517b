import { VERSION } from '../../core/kernel/version.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { type FrameGreeting, type FrameWelcome, frameWelcome } from '../../protocol/frame/frameGreeting.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { FRAME_VERSIONS } from '../../protocol/frame/frameVersion.js';
import { uuid } from '../../protocol/uuid.js';

/** A wallet page that answered. */
export interface GreetedFrame {
  /** Started: listen to it in the task of the answer. */
  readonly port: MessagePort;
  readonly frameVersion: string;
  /** Where it can show approvals. */
  readonly surfaces: readonly string[];
}

/** Where a greeting goes: the iframe's window. */
export type GreetingTarget = Pick<Window, 'postMessage'>;

/**
 * Greets a wallet page, once more each second, until one of the greetings is answered. Each has a channel of its own, and
 * earlier ones stay open: the wallet page takes the first that reaches it, and a slow one may answer that late.
 *
 * @param origin - The wallet page's exact origin: no other page gets a port.
 * @param signal - Ends it; then it rejects with ABORTED.
 * @throws UNSUPPORTED_VERSION when the two speak no common version.
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
          resolve({ port: port1, frameVersion: welcome.frameVersion, surfaces: welcome.surfaces });
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

/** An answer to this greeting, in a version that we speak. */
function readWelcome(data: unknown, nonce: string): FrameWelcome | undefined {
  const welcome = frameWelcome.safeParse(data);
  if (!welcome.success || welcome.data.nonce !== nonce) return undefined;
  if (welcome.data.type === 'READY' && !FRAME_VERSIONS.includes(welcome.data.protocol)) return undefined;
  return welcome.data;
}
