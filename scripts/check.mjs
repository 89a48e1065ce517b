// npm run check: every check that needs no running service. `-- --update` rewrites the snapshots of the public API;
// `-- --only NAME` runs the check with that name, or else those whose names contain it.
import { fileURLToPath } from 'node:url';
import { build, generate } from './build.mjs';
import { install } from './install.mjs';
import { stopwatch } from './lib/clock.mjs';
import { addCounts, formatCounts, none } from './lib/counts.mjs';

const width = 2;

/** The checks, slowest first. They import packages, so load them only after the installation. */
async function allChecks() {
  const [
    programs,
    sizes,
    surface,
    packages,
    dependencies,
    { lockFile },
    { rowsCheck },
    { findingsCheck },
    { errorDocs },
    { apiReference },
    { documentedExports },
    { publicNodes },
    { flakyTests },
    { waysIn },
    { lostPromisesCheck },
  ] = await Promise.all([
    import('./checks/programs.mjs'),
    import('./checks/sizes.mjs'),
    import('./checks/surface.mjs'),
    import('./checks/packages.mjs'),
    import('./checks/dependencies.mjs'),
    import('./checks/lockFile.mjs'),
    import('./checks/rowsCheck.mjs'),
    import('./checks/findingsCheck.mjs'),
    import('./checks/errorDocs.mjs'),
    import('./checks/apiReference.mjs'),
    import('./checks/documentedExports.mjs'),
    import('./checks/publicNodes.mjs'),
    import('./checks/flakyTests.mjs'),
    import('./checks/waysIn.mjs'),
    import('./checks/lostPromises.mjs'),
  ]);
  /** These read only sources, so they need no build. */
  const early = [
    programs.types,
    programs.lint,
    lockFile,
    rowsCheck,
    findingsCheck,
    flakyTests,
    waysIn,
    lostPromisesCheck,
  ].map(one => ({
    ...one,
    isEarly: true,
  }));
  return [
    ...early,
    programs.hostTypes,
    sizes.sizes,
    packages.tarballs,
    surface.surface,
    apiReference,
    documentedExports,
    programs.layers,
    programs.unused,
    packages.node10Types,
    dependencies.installScripts,
    dependencies.licences,
    errorDocs,
    publicNodes,
  ];
}

async function runOne(one, options) {
  const time = stopwatch();
  const result = await one.check(options).catch(error => ({ ok: false, text: error.stack ?? String(error) }));
  console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${one.name} (${time()})`);
  if (result.text && (!result.ok || result.show)) console.log(result.text.replace(/^/gm, '     '));
  return result.counts ?? { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1, skipped: 0 };
}

/** Selects the check with that name, or else those whose names contain it. */
function chosen(checks, only) {
  const exact = checks.filter(({ name }) => name === only);
  return exact.length > 0 ? exact : checks.filter(({ name }) => name.includes(only));
}

/**
 * Runs the checks, two at a time, and returns their counts. A check counts as one test, and so does each size budget.
 *
 * @param {{ update?: boolean, only?: string, built?: Promise<unknown> }} [options] `built`: the build, if it still runs. It leaves
 *   one core free, which runs the checks that need no build.
 */
export async function runChecks({ update = false, only = '', built = Promise.resolve() } = {}) {
  const queue = chosen(await allChecks(), only);
  let counts = none;
  const worker = async queued => {
    for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
      const result = await runOne(next, { update });
      counts = addCounts(counts, result);
    }
  };
  const early = queue.filter(({ isEarly }) => isEarly);
  const late = queue.filter(({ isEarly }) => !isEarly);
  const first = worker(early);
  await built;
  await Promise.all([
    first.then(() => worker(late)),
    ...Array.from({ length: width - 1 }, () => worker(late)),
  ]);
  // Its process would outlive the checks. One check must not end it: a build of another one would never settle.
  const { stop } = await import('esbuild');
  await stop();
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { argv } = process;
  try {
    await install();
    // The compiler and the linter read the generated sources.
    await generate();
    const built = build().then(
      () => none,
      error => {
        console.log(`FAIL build\n${error.message.replace(/^/gm, '     ')}`);
        return { ...none, failed: 1 };
      },
    );
    const only = argv.includes('--only') ? argv[argv.indexOf('--only') + 1] : '';
    const checked = await runChecks({ update: argv.includes('--update'), only, built });
    const counts = addCounts(await built, checked);
    console.log(formatCounts(counts));
    process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
