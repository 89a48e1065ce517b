// npm start: installs and builds what is missing, starts the whole stack, and stops it with Ctrl-C or SIGTERM.
import { build } from './build.mjs';
import { install } from './install.mjs';
import { stopwatch } from './lib/clock.mjs';
import { installDemoTokens } from './lib/installDemoTokens.mjs';
import { isPortFree } from './lib/ports.mjs';
import { services } from './lib/services.mjs';
import { createSupervisor } from './lib/supervisor.mjs';

/** Throws, naming the variable that moves it, if a port is taken or two services share one. */
async function requirePorts(list) {
  const taken = [];
  for (const [index, { name, port, variable }] of list.entries()) {
    const twin = list.slice(0, index).find(other => other.port === port);
    if (twin) taken.push(`${name} and ${twin.name} both have port ${port}. Set ${variable} to another one.`);
    else if (!(await isPortFree(port))) {
      taken.push(
        `Port ${port} for ${name} is taken. Stop what listens there, or set ${variable} to another port.`,
      );
    }
  }
  if (taken.length > 0) throw new Error(taken.join('\n'));
}

/** A promise of the first reason to stop: a signal, a dead child, or the npm that started us being gone. */
function reasonToStop() {
  let give = () => {};
  const reason = new Promise(resolve => {
    give = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => give({ code: 0, text: 'Stopping …' }));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === 'start') {
    setInterval(() => {
      if (process.ppid !== parent) give({ code: 1, text: 'The npm that started this is gone. Stopping …' });
    }, 1_000).unref();
  }
  return { reason, give };
}

async function start() {
  const total = stopwatch();
  const { reason, give } = reasonToStop();
  const supervisor = createSupervisor({
    onExit: (name, how) => give({ code: 1, text: `${name} ended by itself (${how}). Stopping the rest …` }),
  });
  const bringUp = async () => {
    const list = services(process.env);
    await requirePorts(list);
    await install();
    await build();
    for (const service of list) {
      const time = stopwatch();
      await supervisor.start(service);
      console.log(
        `${service.name.padEnd(12)} http://localhost:${service.port}  ${service.describe} (${time()})`,
      );
    }
    await installDemoTokens(list);
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

await start();
