import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { chunkOf } from './chunkOf.mjs';
import { holdsIdentity, isLater, nameOf, onlyFirst, splitLater } from './clientModules.mjs';

const options = {
  platform: 'neutral',
  tsconfig: false,
  transform: { target: 'es2022', jsx: { runtime: 'automatic' } },
  treeshake: { moduleSideEffects: false },
  checks: { ineffectiveDynamicImport: false },
};

/** Exports that a page with a button runs at first load. Their modules have one copy, which later code imports. */
const FIRST_PAGE = {
  core: ['createLatchkit', 'defineNetwork'],
  react: [
    'ConnectButton',
    'AccountButton',
    'NetworkButton',
    'LatchkitProvider',
    'LatchkitModal',
    'useAccount',
  ],
};

/** The entry points, by their folder in the sources. */
const ENTRY_FOLDERS = [
  'core',
  'networks',
  'internal',
  'protocol',
  'evm',
  'solana',
  'bitcoin',
  'polkadot',
  'walletconnect',
  'embedded',
  'react',
  'siwx',
  'testing',
  'testing/solana',
  'testing/bitcoin',
  'testing/polkadot',
];

/** Errors that both the first load and later code use, so they are one module in the first load. */
const ERRORS = ['protocol/BaseError', 'protocol/NoRpcUrlError'];

/** Modules in the first load of hosts with an adapter or with email login. They need no second copy, and other hosts don't load them. */
const SOME_FIRST = [
  'core/adapter/lazily',
  'core/adapter/Connector',
  'core/embeddedWallet/loginRecords',
  'core/embeddedWallet/getEmbeddedWallet',
  'core/embeddedWallet/offeredLogins',
];

async function generate(input, output = {}) {
  const build = await rolldown({ ...options, ...input });
  try {
    return (await (output.dir ? build.write(output) : build.generate(output))).output;
  } finally {
    await build.close();
  }
}

/** Lists the modules of a chunk that contribute code. */
const modulesOf = chunk =>
  Object.keys(chunk.modules ?? {}).filter(id => chunk.modules[id].renderedLength > 0);

async function firstModules(source) {
  const code = Object.entries(FIRST_PAGE)
    .map(([folder, names]) => `export { ${names.join(', ')} } from '${source}/${folder}/index.ts';`)
    .join('\n');
  const page = {
    name: 'page',
    resolveId: id => (id === 'page.js' ? id : undefined),
    load: id => (id === 'page.js' ? code : undefined),
  };
  const chunks = await generate({ input: 'page.js', plugins: [page, onlyFirst] });
  return new Set(chunks.flatMap(modulesOf));
}

const sourcesIn = source =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.(test|test-d|test-support)\.tsx?$/.test(file))
    .map(file => path.join(source, file));

/** Finds the modules that may have only one copy: those of the first load, and those with state or an identity. */
async function singleModules(source) {
  const first = await firstModules(source);
  const code = new Map(sourcesIn(source).map(file => [file, readFileSync(file, 'utf8')]));
  const compared = [...code.values()].flatMap(text =>
    [...text.matchAll(/instanceof (\w+)/g)].map(([, name]) => name),
  );
  const exported = ENTRY_FOLDERS.flatMap(folder =>
    code.get(path.join(source, folder, 'index.ts')).match(/\w+/g),
  );
  const known = new Set([...compared, ...exported]);
  return new Set([
    ...first,
    ...SOME_FIRST.map(name => path.join(source, `${name}.ts`)),
    ...[...code].filter(([, text]) => holdsIdentity(text, known)).map(([file]) => file),
  ]);
}

/** Maps each module to the dynamically imported modules that need it. */
function partsOf(chunks, source) {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
  const parts = new Map();
  for (const part of chunks.filter(chunk => chunk.isDynamicEntry)) {
    const seen = new Set();
    const visit = file => {
      if (seen.has(file) || !byFile.has(file)) return;
      seen.add(file);
      byFile.get(file).imports.forEach(visit);
    };
    visit(part.fileName);
    for (const id of [...seen].flatMap(file => modulesOf(byFile.get(file))).filter(isLater))
      parts.set(id, [...(parts.get(id) ?? []), nameOf(source, part.facadeModuleId)]);
  }
  return parts;
}

/**
 * Re-exports zod for the code that loads later. One import keeps zod in the chunk that needs it first; otherwise a bundler would
 * create a chunk for each set of chunks that share a part of it.
 */
function schemasModule(source) {
  const used = new Set(
    sourcesIn(source).flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/\bz\.(\w+)/g)].map(([, name]) => name),
    ),
  );
  const zod = createRequire(path.join(source, 'package.json'))('zod/mini');
  const names = [...used].filter(name => name in zod);
  const id = path.join(source, 'schemas.js');
  const code = [
    `import { ${names.map(name => `${name} as ${name}_`).join(', ')} } from 'zod/mini';`,
    // Constants, because a bundler would resolve a re-export to zod itself.
    ...names.map(name => `const ${name}$ = ${name}_;`),
    `export { ${names.map(name => `${name}$ as ${name}`).join(', ')} };`,
    'export * as z from "./schemas.js";',
  ].join('\n');
  return {
    id,
    plugin: {
      name: 'schemas',
      resolveId: other => (other === './schemas.js' ? id : undefined),
      load: other => (other === id ? code : undefined),
    },
  };
}

/** Inlines the bundler's `__exportAll` helper, which would cost every page one more request. */
function withoutHelper(code) {
  return code
    .replace(/^import \{ \w+ as __exportAll \} from "[./]+\/rolldown-runtime\.js";$/m, '')
    .replace(/\/\* @__PURE__ \*\/ __exportAll\((\{[^}]*\})\)/g, (_call, parts) =>
      parts.replace(/([\w$]+): \(\) => ([\w$]+)/g, 'get $1() { return $2; }'),
    );
}

function removeHelper(dist, files) {
  for (const name of files) {
    const file = path.join(dist, name);
    const code = readFileSync(file, 'utf8');
    const own = withoutHelper(code);
    if (/rolldown-runtime|__exportAll/.test(own))
      throw new Error(`${name} uses a bundler helper that withoutHelper() doesn't inline yet`);
    if (own !== code) writeFileSync(file, own);
  }
  rmSync(path.join(dist, 'rolldown-runtime.js'));
}

/** Writes the module that a framework's server imports instead of react/index.js: it marks hooks and components as client code. */
function writeClientReferences(dist, chunks) {
  const { exports } = chunks.find(({ fileName }) => fileName === 'react/index.js');
  const code = `'use client';\nexport { ${exports.toSorted().join(', ')} } from './index.js';\n`;
  writeFileSync(path.join(dist, 'react/client.js'), code);
}

/** Bundles the client: modules that hosts import stay separate files, and the code that loads later becomes a few chunks. */
export async function bundleClient(source, dist) {
  const single = await singleModules(source);
  const schemas = schemasModule(source);
  const input = Object.fromEntries(
    ENTRY_FOLDERS.map(folder => [`${folder}/index`, path.join(source, folder, 'index.ts')]),
  );
  const entries = new Set(Object.values(input));
  const plugins = [schemas.plugin, splitLater(file => single.has(file), schemas.id)];
  const parts = partsOf(await generate({ input, plugins }), source);
  const fileName = id => {
    if (entries.has(id)) return null;
    if (id === schemas.id) return 'core/services';
    const name = nameOf(source, id);
    if (isLater(id)) return parts.has(id) ? chunkOf(name, parts.get(id)) : null;
    return ERRORS.includes(name) ? ERRORS[0] : name;
  };
  const chunks = await generate(
    { input, plugins, preserveEntrySignatures: 'allow-extension' },
    {
      dir: dist,
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: ({ name, facadeModuleId }) =>
        `${facadeModuleId && isLater(facadeModuleId) ? nameOf(source, facadeModuleId) : name}.js`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'client', name: fileName }],
      },
    },
  );
  const files = chunks.filter(chunk => chunk.type === 'chunk').map(chunk => chunk.fileName);
  removeHelper(
    dist,
    files.filter(file => file !== 'rolldown-runtime.js'),
  );
  writeClientReferences(dist, chunks);
}
