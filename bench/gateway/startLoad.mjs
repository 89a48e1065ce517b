import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Connections that the generator keeps, unless an order says otherwise. */
const CONNECTIONS = 64;

/**
 * Starts the load generator.
 *
 * @returns `run(order)`: `{ order: 'closed' | 'open' | 'burst', url, call, … }` to what loadGenerator.mjs answers;
 * `call`: whether an `eth_call` is posted, or the address fetched. `stop()` ends it.
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
