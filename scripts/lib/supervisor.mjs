import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { inRoot, root } from './paths.mjs';
import { signalGroup } from './processGroups.mjs';

const startLimit = 60_000;

/** Waits until a service responds to its readiness request. Throws if it exits or needs more than a minute. */
async function answered(service, ended) {
  const deadline = Date.now() + startLimit;
  const { path, init } = service.ready;
  while (Date.now() < deadline) {
    if (ended()) throw new Error(`${service.name} ended while it started. See its output above.`);
    const response = await fetch(`http://localhost:${service.port}${path}`, {
      ...init,
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (response !== undefined && response.status < 500) return;
    await wait(50);
  }
  throw new Error(`${service.name} did not respond on port ${service.port} within a minute.`);
}

/**
 * Runs services as child processes. `onExit(name, how)` is called when one exits unexpectedly. Each child has its own process group,
 * so a Ctrl-C in a terminal reaches only this process, which stops the children in order. They don't outlive this process, even if
 * it is killed.
 *
 * @param {{ onExit: (name: string, how: string) => void, patience?: number }} options `patience` is the time in milliseconds
 *   between SIGTERM and SIGKILL
 */
export function createSupervisor({ onExit, patience = 8_000 }) {
  /** @type {{ service: object, child: import('node:child_process').ChildProcess, gone: Promise<void> }[]} */
  let running = [];
  /** Children that received SIGTERM. */
  const stopped = new Set();
  let stopping;
  let reaper;

  async function start(service) {
    reaper ??= startReaper(patience);
    const [command, ...args] = service.launch();
    const child = spawn(command, args, {
      cwd: service.cwd ?? root,
      env: { ...process.env, ...service.env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    if (child.pid !== undefined) reaper.add(child.pid);
    let isReady = false;
    child.stdout.setEncoding('utf8').on('data', text => {
      // Our own line per service replaces its start-up output.
      if (isReady) process.stdout.write(text);
    });
    let ended = false;
    const gone = new Promise(resolve => {
      const end = how => {
        if (ended) return;
        ended = true;
        resolve();
        if (!stopped.has(child)) onExit(service.name, how);
      };
      child.on('error', error => end(error.message));
      child.on('exit', (code, signal) => end(signal === null ? `exit code ${code}` : signal));
    });
    running.push({ service, child, gone });
    await answered(service, () => ended);
    isReady = true;
  }

  /** Stops one child and its process group, with SIGKILL if SIGTERM has no effect. Resolves when the child has exited. */
  async function end({ child, gone }) {
    const group = child.pid;
    if (group === undefined) return;
    stopped.add(child);
    signalGroup(group, 'SIGTERM');
    const late = new AbortController();
    const forced = wait(patience, undefined, { signal: late.signal }).then(
      () => signalGroup(group, 'SIGKILL'),
      () => undefined,
    );
    await gone;
    late.abort();
    await forced;
    // The child may have exited before its own children.
    signalGroup(group, 'SIGKILL');
    reaper.forget(group);
  }

  /** Resolves after the last restart, so that restarts run one after the other. */
  let restarted = Promise.resolve();

  /** Stops a service, if it still runs, and starts it again. Resolves when it is ready. */
  function restart(name) {
    const again = restarted.then(async () => {
      const found = running.find(({ service }) => service.name === name);
      running = running.filter(entry => entry !== found);
      await end(found);
      if (stopping === undefined) await start(found.service);
    });
    restarted = again.catch(() => {});
    return again;
  }

  /** Stops all services, the last started first. Resolves when all have exited. */
  function stop() {
    for (const { child } of running) stopped.add(child);
    stopping ??= (async () => {
      for (const entry of running.toReversed()) await end(entry);
      await reaper?.stop();
    })();
    return stopping;
  }

  return { start, restart, stop };
}

/**
 * Starts the program that ends our children after a SIGKILL of this process. Its own process group protects it from signals to ours.
 */
function startReaper(patience) {
  const child = spawn(process.execPath, [inRoot('scripts/lib/reaper.mjs'), String(patience)], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const gone = new Promise(resolve => child.on('exit', resolve).on('error', resolve));
  // `gone` covers the reaper's exit, so ignore failed writes.
  child.stdin.on('error', () => {});
  return {
    add: group => child.stdin.write(`+${group}\n`),
    forget: group => child.stdin.write(`-${group}\n`),
    async stop() {
      child.stdin.end();
      await gone;
    },
  };
}
