import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import {
  type DrivenBrowser,
  type FoundBrowser,
  type Json,
  type Place,
  pressActions,
  type Tab,
  typeActions,
} from './DrivenBrowser.js';
import { findProgram, PATIENCE, type Program, startProgram } from './startProgram.js';

/** Calls a command of WebDriver, by its path. */
type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const driver = findProgram(['WebKitWebDriver']);
const display = findProgram(['Xvfb']);
const browser = findProgram(
  ['/usr/lib', '/usr/libexec'].flatMap(folder =>
    foldersOf(folder).flatMap(one => [
      path.join(one, 'webkit2gtk-4.1/MiniBrowser'),
      path.join(one, 'MiniBrowser'),
    ]),
  ),
);

/** WebKitGTK over WebDriver, in its MiniBrowser. */
export const webkit: FoundBrowser = {
  name: 'WebKitGTK',
  needs: 'webkit2gtk-driver with its MiniBrowser, and xvfb',
  launch:
    driver === undefined || display === undefined || browser === undefined
      ? undefined
      : () => launch({ driver, display, browser }),
};

function foldersOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map(name => path.join(folder, name));
  } catch {
    return [];
  }
}

interface Programs {
  readonly driver: string;
  readonly display: string;
  readonly browser: string;
}

async function launch({ driver, display, browser }: Programs): Promise<DrivenBrowser> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'latchkit-webkit-'));
  const running: Program[] = [];
  const run = (...program: Parameters<typeof startProgram>) => {
    const started = startProgram(...program);
    running.push(started);
    return started;
  };
  const close = async () => {
    for (const program of running.toReversed()) await program.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // Without a window manager, the window under the pointer has the focus. The pointer is in the middle of the screen, and every
    // window starts in the corner and covers the middle.
    const screen = ['-displayfd', '1', '-screen', '0', '720x720x24', '-nolisten', 'tcp'];
    const [number] = await run(display, screen).hears(/^\d+$/m);
    const port = await freePort();
    const env = {
      DISPLAY: `:${number}`,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      GTK_A11Y: 'none',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
    run(driver, [`--port=${port}`], env);
    return await openSession(`http://127.0.0.1:${port}`, browser, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSession(
  address: string,
  binary: string,
  end: () => Promise<void>,
): Promise<DrivenBrowser> {
  await isUp(address);
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const { sessionId, capabilities } = (await command(address, 'POST', '/session', {
    capabilities: { alwaysMatch: options },
  })) as { sessionId: string; capabilities: { browserName: string; browserVersion: string } };
  const call: Call = (method, at, body) => command(`${address}/session/${sessionId}`, method, at, body);
  const session: Session = { call, alone: oneAtATime(), at: '' };
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async tabs() {
      const handles = (await session.alone(() => call('GET', '/window/handles'))) as readonly string[];
      return handles.map(handle => tabOf(session, handle));
    },
    async open() {
      // A window, because a background tab receives no input.
      const made = await session.alone(() => call('POST', '/window/new', { type: 'window' }));
      return tabOf(session, (made as { handle: string }).handle);
    },
    close: end,
  };
}

/** Waits until the driver responds, since it prints nothing when it is ready. */
async function isUp(address: string): Promise<void> {
  const until = Date.now() + PATIENCE;
  while (!(await fetch(`${address}/status`).catch(() => undefined))?.ok) {
    if (Date.now() > until) throw new Error('WebKitWebDriver did not become ready.');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

async function command(address: string, method: string, at: string, body?: object): Promise<unknown> {
  const response = await fetch(
    `${address}${at}`,
    method === 'POST' ? { method, body: JSON.stringify(body ?? {}) } : { method },
  );
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

interface Session {
  readonly call: Call;
  /** Serializes access, because a session has one current window and frame. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** The current window and place. */
  at: string;
}

function oneAtATime(): Session['alone'] {
  let before: Promise<unknown> = Promise.resolve();
  return work => {
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
  };
}

/** Returns its result through a callback, because the driver doesn't await promises. */
const RUN = `(work, given, done) => {
  Promise.resolve().then(() => work(...JSON.parse(given))).then(
    value => done(JSON.stringify({ value })),
    error => done(JSON.stringify({ error: String(error) })),
  );
}`;

function tabOf(session: Session, handle: string): Tab {
  const { call } = session;
  const at = <T>(work: () => Promise<T>, place: Place = 'page') =>
    session.alone(async () => {
      // Only if needed, because switching to a frame moves the focus there.
      if (session.at !== `${handle} ${place}`) {
        session.at = '';
        await call('POST', '/window', { handle });
        await call('POST', '/frame', { id: null });
        if (place === 'frame') await call('POST', '/frame', { id: 0 });
        session.at = `${handle} ${place}`;
      }
      return work();
    });
  return {
    id: handle,
    async goto(url) {
      await at(() => call('POST', '/url', { url }));
    },
    async reload() {
      await at(() => call('POST', '/refresh'));
    },
    async evaluate(place, work, ...args: readonly Json[]) {
      const script = `(${RUN})(${String(work)}, ...arguments)`;
      const answer = await at(
        () => call('POST', '/execute/async', { script, args: [JSON.stringify(args)] }),
        place,
      );
      const { value, error } = JSON.parse(String(answer));
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async press(place, index, rest) {
      await at(async () => {
        const script = 'return window.looked[arguments[0]]';
        const origin = (await call('POST', '/execute/sync', { script, args: [index] })) as object;
        await call('POST', '/actions', { actions: pressActions(origin, rest) });
      }, place);
    },
    async type(text) {
      await at(() => call('POST', '/actions', { actions: typeActions(text) }));
    },
    async show() {
      await at(async () => {});
    },
    async picture() {
      return Buffer.from(String(await at(() => call('GET', '/screenshot'))), 'base64');
    },
    async close() {
      await at(() => call('DELETE', '/window'));
    },
  };
}
