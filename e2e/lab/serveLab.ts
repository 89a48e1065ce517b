import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scene } from '../support/scenes/Scene.js';
import { SCENES } from '../support/scenes.js';
import { labPage } from './labPage.js';
import { LOOKS, type Look } from './looks.js';

/** Pictures that are taken at the same time. */
const AT_ONCE = 2;

/** Limits how many of the calls run at the same time. */
function limited<A extends unknown[], R>(run: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const lanes = Array.from({ length: AT_ONCE }, (): Promise<unknown> => Promise.resolve());
  let next = 0;
  return (...args) => {
    const lane = next++ % AT_ONCE;
    const result = (lanes[lane] ?? Promise.resolve()).then(() => run(...args));
    lanes[lane] = result.catch(() => {});
    return result;
  };
}

/**
 * Serves a page with every scene in every look. A picture is taken when the page asks for it, so reloading the page
 * shows the current sources.
 *
 * @param take reaches a scene and returns its picture as PNG.
 * @param port 0 for a free one.
 */
export async function serveLab(
  take: (scene: Scene, look: Look) => Promise<Buffer>,
  port: number,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const takeInTurn = limited(take);
  const server = createServer(async (request, response) => {
    const [, sceneName, file] = (request.url ?? '').split('/');
    if (sceneName === '') {
      response.setHeader('content-type', 'text/html');
      response.end(labPage(SCENES));
      return;
    }
    const scene = SCENES.find(({ name }) => name === sceneName);
    const look = LOOKS.find(({ name }) => `${name}.png` === file);
    if (!scene || !look) {
      response.writeHead(404).end();
      return;
    }
    try {
      const picture = await takeInTurn(scene, look);
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(picture);
    } catch (error) {
      console.error(`${scene.name}, ${look.name}:`, error);
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
