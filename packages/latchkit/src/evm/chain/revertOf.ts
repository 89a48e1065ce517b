import { isRecord } from '../../core/adapter/untrusted.js';
import { decodeRevert } from './decodeRevert.js';

/** The reason of a transaction that reverted without one. */
export const UNKNOWN_REASON = 'unknown reason';

/** Maximum depth of causes and wrappers to search. */
const DEPTH = 8;
const REVERTED = /revert/i;
/** Prefixes of reasons that nodes decoded themselves. */
const SAID = /reverted(?:: (?:revert(?:: )?)?|, reason: | with reason string ')([^'\n]+)/i;

/**
 * Whether an error says that a call reverted, and why. Nodes and libraries put the returned data into `data`,
 * `error.data` or `data.data`, or only text into the message.
 */
export function revertOf(error: unknown): { readonly reason: string | undefined } | undefined {
  let reverted = false;
  let said: string | undefined;
  let current = error;
  for (let depth = 0; depth < DEPTH && isObject(current); depth++) {
    const { message, details, cause, data, code } = current;
    const bytes = hexOf(data);
    if (bytes !== undefined) return { reason: decodeRevert(bytes) ?? reasonIn(message) ?? reasonIn(details) };
    for (const text of [details, message]) {
      if (typeof text === 'string' && REVERTED.test(text)) reverted = true;
      said ??= reasonIn(text);
    }
    if (code === 3) reverted = true;
    current = cause;
  }
  return reverted ? { reason: said } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function hexOf(data: unknown): string | undefined {
  if (typeof data === 'string') return /^0x[0-9a-f]*$/i.test(data) ? data : undefined;
  if (!isRecord(data)) return undefined;
  const inner = data.originalError;
  return hexOf(data.data) ?? (isRecord(inner) ? hexOf(inner.data) : undefined);
}

function reasonIn(text: unknown): string | undefined {
  return typeof text === 'string' ? SAID.exec(text)?.[1]?.trim().slice(0, 200) : undefined;
}
