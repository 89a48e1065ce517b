const dist = file => import(new URL(`../../packages/gateway/dist/${file}`, import.meta.url).href);

/** Measures the average milliseconds of a run, after some runs to warm up. */
async function timeOf(run, runs) {
  for (let count = 0; count < runs / 10; count += 1) await run(count);
  const begin = performance.now();
  for (let count = 0; count < runs; count += 1) await run(count);
  return (performance.now() - begin) / runs;
}

/** Measures the bytes that the result of `make` retains; undefined without `--expose-gc`. */
function memoryOf(make) {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  globalThis.gc?.();
  const bytes = globalThis.gc ? process.memoryUsage().heapUsed - before : undefined;
  return { made, bytes };
}

const inMB = bytes => (bytes === undefined ? 'not measured' : `${(bytes / 1e6).toFixed(2)} MB`);

async function wallets() {
  const { walletService } = await dist('project/directory/service.js');
  const { walletStore } = await dist('project/directory/store.js');
  const { imageService } = await dist('project/assets/service.js');
  const { imageStore } = await dist('project/assets/store.js');
  const { walletLogos } = await dist('project/directory/walletLogos.js');
  const { registry } = await dist('project/directory/registry.js');
  const rows = [];
  for (const count of [registry.length, 500, 5_000]) {
    const { made: service, bytes } = memoryOf(() => {
      const many = Array.from({ length: count }, (_, index) => ({
        ...registry[index % registry.length],
        id: `w${index}`,
      }));
      const store = walletStore(many);
      return walletService(store, imageService(imageStore(walletLogos(many))));
    });
    // A new search each time, because results are cached.
    const search = run => service.list({ page: 1, entries: 40, search: `w${run}`, chains: ['eip155:1'] });
    const ms = await timeOf(search, 200);
    rows.push([
      `a filtered search among ${count} wallets that nobody made before`,
      `${ms.toFixed(2)} ms; ${inMB(bytes)}`,
    ]);
  }
  return rows;
}

async function chains() {
  const { rpcService } = await dist('project/chains/service.js');
  return [24, 1_000].map(count => {
    const { made: service, bytes } = memoryOf(() => {
      const upstream = { url: 'http://127.0.0.1:1/', headers: {}, secrets: [] };
      const served = Array.from({ length: count }, (_, index) => {
        const id = `eip155:${index}`;
        return [id, { id, development: false, upstreams: [upstream, { ...upstream }] }];
      });
      return rpcService({ chains: new Map(served), timeout: 1_000 });
    });
    service.close();
    return [`${count} chains of two nodes each`, inMB(bytes)];
  });
}

async function projects() {
  const { openPglite } = await dist('platform/adapters/pglite/pglite.js');
  const { migrate } = await dist('platform/migrate.js');
  const { migrations } = await dist('project/migrations.js');
  const { projectStore } = await dist('project/projects/store.js');
  const database = await openPglite();
  await migrate(database, migrations);
  const store = projectStore(database);
  const rows = [];
  let have = 0;
  for (const count of [100, 10_000, 100_000]) {
    await database.query(
      `insert into projects (id, name) select 'p' || n, 'Project' from generate_series(${have}, ${count - 1}) as n`,
    );
    have = count;
    const ms = await timeOf(run => store.find(`p${(run * 7919) % count}`), 300);
    rows.push([`finding one of ${count} projects (PGlite)`, `${ms.toFixed(2)} ms`]);
  }
  await database.close();
  return rows;
}

/** Measures in this process how the gateway's parts grow with wallets, chains and projects. Returns rows of name and figure. */
export async function measureGrowth() {
  return [...(await wallets()), ...(await chains()), ...(await projects())];
}
