import { pause } from './pause.js';
import { READ_RETRIES, READ_RETRY_MS } from './transactionTimes.js';

/**
 * Reads from a chain and retries a failed read up to 6 times: after 200, 400, 800, 1600, 3200 and 6400 ms.
 *
 * @throws The last attempt's error; MODAL_CLOSED if `signal` is aborted in between.
 */
export async function retryRead<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await read();
    } catch (error) {
      if (failures === READ_RETRIES) throw error;
      await pause(READ_RETRY_MS * 2 ** failures, signal);
    }
  }
}
