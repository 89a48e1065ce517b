import * as z from 'zod/mini';
import { callPath } from '../../protocol/calls/callPath.js';
import {
  type OnrampOrderStatus,
  onrampOrderEvent,
  watchOnrampOrderCall,
} from '../../protocol/calls/project/onramp.js';
import { createError } from '../../protocol/errors.js';
import { ServiceError } from '../kernel/callGateway.js';
import { serviceUrl } from '../kernel/gatewayUrl.js';
import type { Latchkit } from '../Latchkit.js';

/** Characters of an event that has not ended; more are no event of the gateway. */
const LONGEST = 10_000;

interface Listening {
  /** Ends the listening. */
  readonly signal: AbortSignal;
  /** Called once the gateway sends events. */
  readonly onOpen: () => void;
  readonly onStatus: (status: OnrampOrderStatus) => void;
}

/**
 * Receives the states of an order as server-sent events. Resolves when the gateway ends the stream.
 *
 * @throws ServiceError for a gateway without the stream; REQUEST_FAILED; the reason of the signal.
 */
export async function listenToOrder(
  kit: Latchkit,
  id: string,
  { signal, onOpen, onStatus }: Listening,
): Promise<void> {
  const url = serviceUrl(kit.options, callPath(watchOnrampOrderCall, { id }));
  if (!url) throw createError('REQUEST_FAILED', { details: 'No gateway is configured.' });
  const headers = { accept: watchOnrampOrderCall.response };
  const response = await fetch(url, { headers, signal, credentials: 'omit' });
  const isStream = response.headers.get('content-type')?.startsWith(watchOnrampOrderCall.response);
  if (!response.ok || !isStream || !response.body) {
    await response.body?.cancel();
    throw new ServiceError(response.status);
  }
  onOpen();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    if (text.length > LONGEST) throw createError('REQUEST_FAILED', { details: 'An event is too long.' });
    for (const event of events) {
      const status = readStatus(event);
      if (status) onStatus(status);
    }
  }
}

/** The state in an event; undefined for a comment or anything else. */
function readStatus(event: string): OnrampOrderStatus | undefined {
  if (!event.startsWith('data: ')) return undefined;
  try {
    const read = z.safeParse(onrampOrderEvent, JSON.parse(event.slice('data: '.length)));
    return read.success ? read.data.status : undefined;
  } catch {
    return undefined;
  }
}
