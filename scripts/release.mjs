// npm run release: builds and checks the packages, and publishes those whose version is not on npm yet, with provenance.
// `-- --dry-run` does everything except publish. `-- --make-key FILE` creates the key that signs the wallet page. See CONTRIBUTING.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { runChecks } from './check.mjs';
import { install } from './install.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { createFrameKey, publicFrameKey, signFrame } from './lib/signFrame.mjs';

const { values: options } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, 'make-key': { type: 'string' } },
});
const dryRun = options['dry-run'];

/** The published packages, in order: the gateway depends on latchkit. */
const FOLDERS = ['packages/latchkit', 'packages/gateway'];

const packages = () =>
  FOLDERS.map(folder => ({ folder, ...JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')) }));

async function requireCleanTree() {
  const { output } = await run('git', ['status', '--porcelain'], { quiet: true });
  if (output.trim() !== '')
    throw new Error(`The working tree has uncommitted changes. Commit or discard them:\n${output}`);
}

/** npm signs provenance with the identity of a hosted workflow. */
function requireHostedWorkflow() {
  if (!process.env.ACTIONS_ID_TOKEN_REQUEST_URL && !process.env.SIGSTORE_ID_TOKEN)
    throw new Error('npm signs provenance only in a hosted workflow. Publish from the Release workflow.');
}

/** The private key that signs the wallet page, as `--make-key` wrote it. A dry run leaves the signature of the development key. */
function frameKey() {
  const text = process.env.LATCHKIT_FRAME_KEY;
  if (text) return JSON.parse(text);
  if (dryRun) return undefined;
  throw new Error(
    'LATCHKIT_FRAME_KEY is not set: the private key that signs the wallet page, the same for every release.',
  );
}

function makeFrameKey(file) {
  const { jwk, publicKey } = createFrameKey();
  writeFileSync(file, `${JSON.stringify(jwk)}\n`, { mode: 0o600, flag: 'wx' });
  console.log(`${file}: the private key. Hosts pin the public key:\n${publicKey}`);
}

/** Signs the built wallet page, which `npm publish` copies into the gateway's package. */
function signWalletPage(jwk) {
  signFrame(inRoot('apps/frame/dist'), { jwk, isDevelopment: false });
  console.log(`The wallet page is signed with ${publicFrameKey(jwk)}.`);
}

function requireChangelog({ folder, name, version }) {
  const text = readFileSync(inRoot(folder, 'CHANGELOG.md'), 'utf8');
  if (!text.includes(`\n## ${version}\n`))
    throw new Error(
      `${folder}/CHANGELOG.md has no section for ${version}. Run 'npm run changeset version' first.`,
    );
  return `${name}@${version}`;
}

/** Checks whether npm has this version. Throws if npm is unreachable. */
async function isPublished({ name, version }) {
  const { code, output } = await run('npm', ['view', `${name}@${version}`, 'version', '--json'], {
    quiet: true,
  });
  if (code === 0) return output.includes(version);
  if (output.includes('E404')) return false;
  throw new Error(`Could not check on npm whether ${name}@${version} is published:\n${output}`);
}

async function publish({ folder, name, version }) {
  const mode = dryRun ? '--dry-run' : '--provenance';
  const { code } = await run('npm', ['publish', '--access', 'public', mode], { cwd: inRoot(folder) });
  if (code !== 0) throw new Error(`npm did not publish ${name}@${version}.`);
}

async function release() {
  if (!dryRun) requireHostedWorkflow();
  const jwk = frameKey();
  await requireCleanTree();
  const names = packages().map(requireChangelog);
  console.log(`Releasing ${names.join(' and ')} …`);
  await install();
  await build();
  for (const only of ['packages', 'public nodes']) {
    const { failed } = await runChecks({ only });
    if (failed > 0) throw new Error(`The check of the ${only} failed (see above). Nothing was published.`);
  }
  if (jwk) signWalletPage(jwk);
  for (const one of packages()) {
    if (await isPublished(one)) console.log(`${one.name}@${one.version} is already published.`);
    else await publish(one);
  }
}

try {
  if (options['make-key'] === undefined) await release();
  else makeFrameKey(options['make-key']);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
