import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import {
  type DrivenBrowser,
  type FoundBrowser,
  type Json,
  type Place,
  pressActions,
  type Tab,
  typeActions,
} from './DrivenBrowser.js';
import { findProgram, startProgram } from './startProgram.js';

/** Calls a command of WebDriver BiDi. */
type Call = (method: string, params: object) => Promise<unknown>;

interface Context {
  readonly context: string;
  readonly children: readonly Context[] | null;
}

const found = findProgram([process.env.FIREFOX ?? '', 'firefox-esr', 'firefox'].filter(Boolean));

/** Firefox over WebDriver BiDi, which it supports natively. @param off - Settings that are turned off. */
const firefoxWithout = (name: string, off: readonly string[]): FoundBrowser => ({
  name,
  needs: 'firefox-esr or firefox, or FIREFOX set to its path',
  launch: found === undefined ? undefined : () => launch(found, off),
});

export const firefox = firefoxWithout('Firefox', []);

/** With these it sends cookies of a site that the visitor has just passed. */
const HEURISTICS = [
  'navigation',
  'opened_window_after_interaction',
  'recently_visited',
  'redirect',
  'window_open',
].map(name => `privacy.restrict3rdpartystorage.heuristic.${name}`);

/** It sends a frame's cookies only after `requestStorageAccess`. */
export const asking = firefoxWithout('Firefox without heuristics', HEURISTICS);

/** It sends no cookies of a frame, and has no `requestStorageAccess`. */
export const refusing = firefoxWithout('Firefox without storage access', [
  ...HEURISTICS,
  'dom.storage_access.enabled',
]);

async function launch(program: string, off: readonly string[]): Promise<DrivenBrowser> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'latchkit-firefox-'));
  // Otherwise it checks connectivity with a Mozilla service, and opens its privacy notice in a tab.
  const prefs = ['network.captive-portal-service.enabled', 'network.connectivity-service.enabled', ...off];
  writeFileSync(path.join(profile, 'user.js'), prefs.map(name => `user_pref('${name}', false);`).join('\n'));
  const running = startProgram(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
  );
  let socket: WebSocket | undefined;
  const close = async () => {
    socket?.terminate();
    await running.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await running.hears(/WebDriver BiDi listening on (ws:\/\/\S+)/);
    socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const call = caller(socket);
    const { capabilities } = (await call('session.new', { capabilities: {} })) as {
      capabilities: { browserName: string; browserVersion: string };
    };
    return {
      version: `${capabilities.browserName} ${capabilities.browserVersion}`,
      tabs: async () => (await tree(call)).map(({ context }) => tabOf(call, context)),
      async open() {
        const { context } = (await call('browsingContext.create', { type: 'tab' })) as Context;
        return tabOf(call, context);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Matches responses to commands by id, and ignores events. */
function caller(socket: WebSocket): Call {
  const open = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let last = 0;
  socket.on('message', data => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const asked = open.get(id);
    open.delete(id);
    if (type === 'success') asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  socket.on('close', () => {
    for (const { reject } of open.values()) reject(new Error('The browser closed the connection.'));
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      open.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

async function tree(call: Call, root?: string): Promise<readonly Context[]> {
  const { contexts } = (await call('browsingContext.getTree', root === undefined ? {} : { root })) as {
    contexts: readonly Context[];
  };
  return contexts;
}

function tabOf(call: Call, context: string): Tab {
  const at = async (place: Place) => {
    if (place === 'page') return context;
    const [self] = await tree(call, context);
    const child = self?.children?.[0]?.context;
    if (child === undefined) throw new Error('The page has no iframe.');
    return child;
  };
  return {
    id: context,
    async goto(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await call('browsingContext.reload', { context, wait: 'complete' });
    },
    async evaluate(place, work, ...args: readonly Json[]) {
      const { type, result, exceptionDetails } = (await call('script.callFunction', {
        functionDeclaration: `async given => JSON.stringify(await (${String(work)})(...JSON.parse(given)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context: await at(place) },
        awaitPromise: true,
      })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
      if (type !== 'success') throw new Error(exceptionDetails?.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    async press(place, index, rest) {
      const within = await at(place);
      const { result } = (await call('script.callFunction', {
        functionDeclaration: 'index => window.looked[index]',
        arguments: [{ type: 'number', value: index }],
        target: { context: within },
        awaitPromise: false,
      })) as { result: { sharedId: string } };
      const origin = { type: 'element', element: { sharedId: result.sharedId } };
      await call('input.performActions', { context: within, actions: pressActions(origin, rest) });
    },
    async type(text) {
      await call('input.performActions', { context, actions: typeActions(text) });
    },
    async show() {
      await call('browsingContext.activate', { context });
    },
    async picture() {
      const { data } = (await call('browsingContext.captureScreenshot', { context })) as { data: string };
      return Buffer.from(data, 'base64');
    },
    async close() {
      await call('browsingContext.close', { context });
    },
  };
}
