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

/** What a page that shows a button runs at first. Its modules exist once: the code that loads later imports them. */
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

/** The modules that hosts import, by their place in the package. */
const ROOMS = [
  'core',
  'protocol',
  'evm',
  'solana',
  'walletconnect',
  'embedded',
  'react',
  'siwx',
  'testing',
  'testing/solana',
];

/** Errors that the code of the first load and later code know: one module, which the first load has. */
const ERRORS = ['protocol/BaseError', 'protocol/NoRpcUrlError'];

/** What hosts with email login have in their first load: they need no copy, and other hosts load neither. */
const EMAIL_FIRST = ['core/embeddedWallet/loginRecords', 'core/embeddedWallet/getEmbeddedWallet'];

async function generate(input, output = {}) {
  const build = await rolldown({ ...options, ...input });
  try {
    return (await (output.dir ? build.write(output) : build.generate(output))).output;
  } finally {
    await build.close();
  }
}

/** The modules of a chunk that are more than a list of exports. */
const modulesOf = chunk =>
  Object.keys(chunk.modules ?? {}).filter(id => chunk.modules[id].renderedLength > 0);

async function firstModules(source) {
  const code = Object.entries(FIRST_PAGE)
    .map(([room, names]) => `export { ${names.join(', ')} } from '${source}/${room}/index.ts';`)
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

/** The modules of which there is one copy: those of the first load, and those with state or an identity. */
async function singleModules(source) {
  const first = await firstModules(source);
  const code = new Map(sourcesIn(source).map(file => [file, readFileSync(file, 'utf8')]));
  const compared = [...code.values()].flatMap(text =>
    [...text.matchAll(/instanceof (\w+)/g)].map(([, name]) => name),
  );
  const exported = ROOMS.flatMap(room => code.get(path.join(source, room, 'index.ts')).match(/\w+/g));
  const known = new Set([...compared, ...exported]);
  return new Set([
    ...first,
    ...EMAIL_FIRST.map(name => path.join(source, `${name}.ts`)),
    ...[...code].filter(([, text]) => holdsIdentity(text, known)).map(([file]) => file),
  ]);
}

/** Which parts that load later need a module: by module, the names of the dynamically imported ones. */
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
 * zod for the code that loads later. It is imported in one place, so that a bundler keeps it with the chunk that needs it
 * first, and does not make one of its own for each set of chunks that need a piece of it.
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
    // Constants, and not a re-export: that would be followed to zod itself.
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

/** Writes the objects that carry a chunk's parts out, line for line: the bundler's helper would be one more request of every page. */
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
      throw new Error(`${name} needs a helper of the bundler that is not known`);
    if (own !== code) writeFileSync(file, own);
  }
  rmSync(path.join(dist, 'rolldown-runtime.js'));
}

/** What a framework's server imports instead: it says that hooks and components run in the browser. Others need no directive. */
function writeClientReferences(dist, chunks) {
  const { exports } = chunks.find(({ fileName }) => fileName === 'react/index.js');
  const code = `'use client';\nexport { ${exports.toSorted().join(', ')} } from './index.js';\n`;
  writeFileSync(path.join(dist, 'react/client.js'), code);
}

/** Bundles the client: modules that hosts import stay files, and the code that loads later becomes few chunks. */
export async function bundleClient(source, dist) {
  const single = await singleModules(source);
  const schemas = schemasModule(source);
  const input = Object.fromEntries(ROOMS.map(room => [`${room}/index`, path.join(source, room, 'index.ts')]));
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
