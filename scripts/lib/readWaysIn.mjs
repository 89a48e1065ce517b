import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot } from './paths.mjs';

const RECORD = 'packages/gateway/src/wallet/shared/waysIn';
const CALLS = 'packages/latchkit/src/protocol/calls';

/**
 * Reads the record of ways in, and the calls of the two services, from the sources.
 *
 * @returns `ways` by id; `steps`: the calls that complete no way; `navigations`: where pages go; `calls` of the wallet service (`W`) and the vault (`V`) by name, and those of
 *   a project's services (`G`).
 */
export async function readWaysIn() {
  const files = ['wallet', 'vault', 'project'].flatMap(folder =>
    readdirSync(inRoot(CALLS, folder))
      .filter(file => /^\w+\.ts$/.test(file))
      .map(file => ({ folder, file })),
  );
  const { outputFiles } = await build({
    stdin: {
      contents: [
        `export { WAYS_IN } from './${RECORD}/waysIn.ts';`,
        `export { STEPS } from './${RECORD}/steps.ts';`,
        `export { NAVIGATIONS } from './${RECORD}/navigations.ts';`,
        `export { ATTACKS, cellOf } from './packages/gateway/test/wallet/matrix.ts';`,
        ...files.map(
          ({ folder, file }, at) => `export * as ${folder}${at} from './${CALLS}/${folder}/${file}';`,
        ),
      ].join('\n'),
      resolveDir: inRoot(),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const { WAYS_IN, STEPS, NAVIGATIONS, ATTACKS, cellOf, ...modules } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  const services = { wallet: 'W', vault: 'V', project: 'G' };
  const calls = Object.entries(modules).flatMap(([name, module]) =>
    Object.entries(module)
      .filter(([, value]) => value?.method && value.path && value.auth)
      .map(([call, { method, path, auth }]) => [
        call,
        { method, path, auth, service: services[name.replace(/\d+$/, '')] },
      ]),
  );
  const known = Object.fromEntries(calls);
  const cells = Object.values(WAYS_IN).flatMap(({ id, by, ends }) =>
    Object.keys(ATTACKS).map(attack => ({
      way: id,
      attack,
      cell: cellOf({ id, by, call: known[ends] }, attack),
    })),
  );
  return { ways: WAYS_IN, steps: STEPS, navigations: NAVIGATIONS, calls: known, attacks: ATTACKS, cells };
}
