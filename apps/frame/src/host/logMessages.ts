import { FRAME_MESSAGES, type FrameParams, readFrameRequest } from 'latchkit/protocol';

/** The project id of a gateway in development mode. */
const DEVELOPMENT_PROJECT = '0'.repeat(32);

/**
 * Logs the messages on the port between a host page and the wallet page: types, ids and durations, never contents. Only in the
 * development project, and only if the host set `enableLogger`.
 */
export function logMessages(
  port: MessagePort,
  { enableLogger, projectId }: Pick<FrameParams, 'enableLogger' | 'projectId'>,
  write: (line: string) => void = console.info,
): void {
  if (enableLogger !== 'true' || projectId !== DEVELOPMENT_PROJECT) return;
  const begun = new Map<string, number>();
  port.addEventListener('message', ({ data }) => {
    const { id, type } = readFrameRequest(data);
    if (id === undefined) return;
    begun.set(id, performance.now());
    write(`[latchkit wallet] ${id} ${type !== undefined && type in FRAME_MESSAGES ? type : 'unknown'}`);
  });
  const post = port.postMessage.bind(port);
  port.postMessage = (message: unknown, options?: StructuredSerializeOptions | Transferable[]) => {
    const { id, type } = message as { readonly id?: string; readonly type?: string };
    const start = id === undefined ? undefined : begun.get(id);
    const took = start === undefined ? '' : ` after ${Math.round(performance.now() - start)} ms`;
    write(`[latchkit wallet] ${id ?? 'event'} ${type}${took}`);
    if (id !== undefined) begun.delete(id);
    post(message, Array.isArray(options) ? { transfer: options } : options);
  };
}
