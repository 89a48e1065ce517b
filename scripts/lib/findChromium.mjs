import { findOnPath, isProgram } from './findOnPath.mjs';
import { run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Chromium without windows, as Debian packages it. It has the same engine, and needs a third less time for journeys. */
const SHELL = 'chromium-headless-shell';
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the Chromium of `$CHROMIUM`, else one in the usual places, else undefined. Throws if `$CHROMIUM` is not a program. */
export function locateChromium(env = process.env) {
  return chosenChromium(env) ?? findOnPath(names, env) ?? elsewhere.find(isProgram);
}

/** Returns what the browser tests use: the Chromium of `$CHROMIUM`, else a headless shell, else `locateChromium`. */
export function locateTestChromium(env = process.env) {
  return chosenChromium(env) ?? findOnPath([SHELL], env) ?? locateChromium(env);
}

function chosenChromium(env) {
  if (env.CHROMIUM) {
    if (!isProgram(env.CHROMIUM))
      throw new Error(`CHROMIUM=${env.CHROMIUM} is not a program that can be run.`);
    return env.CHROMIUM;
  }
  return undefined;
}

/** Finds an installed Chromium, or else installs Debian's package if this process runs as root. */
export const findChromium = options => find(locateChromium, 'chromium', options);

/** The same for the browser tests. */
export const findTestChromium = options => find(locateTestChromium, SHELL, options);

async function find(locate, debianPackage, { log = console.log } = {}) {
  const found = locate();
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    log(`Installing ${debianPackage} with apt-get …`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env });
    const { output } = await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', debianPackage],
      {
        quiet: true,
        env,
      },
    );
    const installed = locate();
    if (installed !== undefined) return installed;
    log(output.trim().split('\n').slice(-5).join('\n'));
  }
  throw new Error(
    'The browser tests need a Chromium, and none was found. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}
