import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './paths.mjs';

const startLimit = 60_000;

/** Waits until a service answers its readiness request; throws if it dies or takes over a minute. */
async function answered(service, ended) {
  const deadline = Date.now() + startLimit;
  const { path, init } = service.ready;
  while (Date.now() < deadline) {
    if (ended()) throw new Error(`${service.name} ended while it started (see above).`);
    const response = await fetch(`http://localhost:${service.port}${path}`, {
      ...init,
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (response !== undefined && response.status < 500) return;
    await wait(50);
  }
  throw new Error(`${service.name} does not answer at port ${service.port} after a minute.`);
}

/**
 * Runs services as children of this process. `onExit(name, how)` is called when one ends that was not asked to.
 * Children have process groups of their own: a Ctrl-C in a terminal reaches only us, and we stop them in order.
 *
 * @param {{ onExit: (name: string, how: string) => void, patience?: number }} options `patience` is how many
 *   milliseconds a child has between SIGTERM and SIGKILL
 */
export function createSupervisor({ onExit, patience = 8_000 }) {
  /** @type {{ name: string, child: import('node:child_process').ChildProcess, gone: Promise<void> }[]} */
  const running = [];
  let stopping;

  async function start(service) {
    const [command, ...args] = service.launch();
    const child = spawn(command, args, {
      cwd: service.cwd ?? root,
      env: { ...process.env, ...service.env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let isReady = false;
    child.stdout.setEncoding('utf8').on('data', text => {
      // What a service says while it starts stands in our own line; what it says later is for the developer.
      if (isReady) process.stdout.write(text);
    });
    let ended = false;
    const gone = new Promise(resolve => {
      const end = how => {
        if (ended) return;
        ended = true;
        resolve();
        if (stopping === undefined) onExit(service.name, how);
      };
      child.on('error', error => end(error.message));
      child.on('exit', (code, signal) => end(signal === null ? `exit code ${code}` : signal));
    });
    running.push({ name: service.name, child, gone });
    await answered(service, () => ended);
    isReady = true;
  }

  /** Stops all, last started first; what does not listen to SIGTERM is killed. Resolves when every one has gone. */
  function stop() {
    stopping ??= (async () => {
      for (const { child, gone } of running.toReversed()) {
        signalGroup(child, 'SIGTERM');
        const late = new AbortController();
        const reaper = wait(patience, undefined, { signal: late.signal }).then(
          () => signalGroup(child, 'SIGKILL'),
          () => undefined,
        );
        await gone;
        late.abort();
        await reaper;
        // A child that left before its own children: the rest of the group goes as well.
        signalGroup(child, 'SIGKILL');
      }
    })();
    return stopping;
  }

  return { start, stop };
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
