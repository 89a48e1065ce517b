import { pause } from './pause.js';
import { READ_RETRIES, READ_RETRY_MS } from './transactionTimes.js';

/**
 * Reads from a chain, and when that fails up to 6 times more: 200, 400, 800, 1600, 3200 and 6400 ms apart [TIME-20].
 *
 * @throws what the last attempt threw; MODAL_CLOSED when `signal` is aborted in between.
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
