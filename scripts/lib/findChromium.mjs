import { findOnPath, isProgram } from './findOnPath.mjs';
import { run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the Chromium of `$CHROMIUM`, else one in the usual places, else undefined. Throws if `$CHROMIUM` is not a program. */
export function locateChromium(env = process.env) {
  if (env.CHROMIUM) {
    if (!isProgram(env.CHROMIUM))
      throw new Error(`CHROMIUM=${env.CHROMIUM} is not a program that can be run.`);
    return env.CHROMIUM;
  }
  return findOnPath(names, env) ?? elsewhere.find(isProgram);
}

/** Finds an installed Chromium, or else installs Debian's package if this process runs as root. */
export async function findChromium({ log = console.log } = {}) {
  const found = locateChromium();
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    log('Installing Chromium with apt-get …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env });
    const { output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      quiet: true,
      env,
    });
    const installed = locateChromium();
    if (installed !== undefined) return installed;
    log(output.trim().split('\n').slice(-5).join('\n'));
  }
  throw new Error(
    'The browser tests need a Chromium, and none was found. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}
