import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Default number of connections of the generator. */
const CONNECTIONS = 64;

/**
 * Starts the load generator.
 *
 * @returns `run(order)` passes `{ order: 'closed' | 'open' | 'burst', url, call, … }` to loadGenerator.mjs and returns its results;
 * with `call` it posts an `eth_call`, otherwise it gets the URL. `stop()` ends the generator.
 */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('./loadGenerator.mjs', import.meta.url)));
  const waiting = new Map();
  let count = 0;
  child.on('message', ({ id, ...result }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return {
    run: order =>
      new Promise(resolve => {
        count += 1;
        waiting.set(count, resolve);
        child.send({ id: count, connections: CONNECTIONS, ...order });
      }),
    stop: () => child.kill('SIGKILL'),
  };
}
