import { stopwatch } from './clock.mjs';
import { installDemoTokens } from './installDemoTokens.mjs';
import { installDevelopmentEns } from './installDevelopmentEns.mjs';
import { isPortFree } from './ports.mjs';
import { createSupervisor } from './supervisor.mjs';

/** Throws if a port is taken or two services share one. The error names the variable that changes the port. */
async function requirePorts(list) {
  const taken = [];
  for (const [index, { name, port, variable }] of list.entries()) {
    const twin = list.slice(0, index).find(other => other.port === port);
    if (twin) taken.push(`${name} and ${twin.name} both have port ${port}. Set ${variable} to another one.`);
    else if (!(await isPortFree(port))) {
      taken.push(
        `Port ${port} for ${name} is taken. Stop the program that uses it, or set ${variable} to another port.`,
      );
    }
  }
  if (taken.length > 0) throw new Error(taken.join('\n'));
}

/** Resolves with the first reason to stop: a signal, a child that exited, or the end of the npm process that started this one. */
function reasonToStop() {
  let give = () => {};
  const reason = new Promise(resolve => {
    give = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => give({ code: 0, text: 'Stopping …' }));
  const parent = process.ppid;
  if (/^(start|dev|lab)$/.test(process.env.npm_lifecycle_event ?? '')) {
    setInterval(() => {
      if (process.ppid !== parent) give({ code: 1, text: 'The parent npm process has ended. Stopping …' });
    }, 1_000).unref();
  }
  return { reason, give };
}

/**
 * Runs the stack until a signal arrives or a service exits unexpectedly, then stops all services and exits.
 *
 * @param {object} options
 * @param {() => object[]} options.services the services of `npm start` or `npm run dev`
 * @param {() => Promise<void>} options.prepare installs and builds; called after the ports were found free
 * @param {(supervisor: ReturnType<typeof createSupervisor>) => Promise<void>} [options.started] called once all services run
 * @param {boolean} [options.keepRunning] keep the other services running when one exits, and wait for its restart
 */
export async function runStack({ services, prepare, started, keepRunning = false }) {
  const total = stopwatch();
  const { reason, give } = reasonToStop();
  const onExit = (name, how) => {
    if (keepRunning)
      console.error(`${name} ended unexpectedly (${how}). It restarts when its sources change.`);
    else give({ code: 1, text: `${name} ended unexpectedly (${how}). Stopping the rest …` });
  };
  const supervisor = createSupervisor({ onExit });
  const bringUp = async () => {
    const list = services();
    await requirePorts(list);
    await prepare();
    for (const service of list) {
      const time = stopwatch();
      await supervisor.start(service);
      console.log(
        `${service.name.padEnd(12)} http://localhost:${service.port}  ${service.describe} (${time()})`,
      );
    }
    await installDemoTokens(list);
    await installDevelopmentEns(list);
    await started?.(supervisor);
    const demo = list.find(service => service.variable === 'LATCHKIT_DEMO_PORT');
    console.log(`Started in ${total()}. Ctrl-C stops everything.`);
    console.log(`Latchkit is ready: http://localhost:${demo.port}`);
    return new Promise(() => {});
  };
  const { code, text } = await Promise.race([
    reason,
    bringUp().catch(error => ({ code: 1, text: error.message })),
  ]);
  (code === 0 ? console.log : console.error)(text);
  await supervisor.stop();
  process.exit(code);
}
