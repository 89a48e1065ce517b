import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { locateTestChromium } from '../../scripts/lib/findChromium.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { chain } from '../../scripts/lib/services.mjs';
import { createSupervisor } from '../../scripts/lib/supervisor.mjs';

const env = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

/** Runs a program. Throws with its output if it fails. */
async function must(program, args, cwd) {
  const result = await run(program, args, { cwd, env, quiet: true });
  if (result.code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${result.output.trim()}`);
  return result.output;
}

/** Creates a folder for fresh projects, with the packages packed as `npm publish` would pack them. */
export async function packPackages() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-fresh-'));
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const output = await must('npm', pack, inRoot('packages/latchkit'));
  return {
    folder,
    latchkit: path.join(folder, output.trim().split('\n').at(-1)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Runs `npm install` as a developer would. If the registry lacks a pinned dependency, uses its newest available version instead and
 * logs that.
 */
export async function npmInstall(cwd, packages = []) {
  const args = ['install', '--include=dev', ...packages];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { code, output } = await run('npm', args, { cwd, env, quiet: true });
    if (code === 0) return;
    const [, name] = output.match(/No matching version found for ((?:@[^/\s]+\/)?[^@\s]+)@/) ?? [];
    if (!name) throw new Error(`npm ${args.join(' ')} failed:\n${output.trim()}`);
    const version = (await must('npm', ['view', name, 'version'], cwd)).trim().split('\n').at(-1);
    console.log(`The registry lacks the pinned ${name}: using ${version} through overrides.`);
    const file = path.join(cwd, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    manifest.overrides = { ...manifest.overrides, [name]: version };
    writeFileSync(file, JSON.stringify(manifest, undefined, 2));
  }
  throw new Error('npm install: too many versions are missing from the registry.');
}

/** Creates a project with the newest version of a `create-…` package. */
export const createProject = (folder, name, initializer, ...args) =>
  must('npm', ['create', '--yes', `${initializer}@latest`, name, '--', ...args], folder);

export const npmRun = (cwd, script) => must('npm', ['run', script], cwd);
export const npx = (cwd, ...args) => must('npx', ['--no-install', ...args], cwd);

/** Writes the files of a project, by path. */
export function writeFiles(cwd, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), text);
  }
}

/** Returns the first `tsx` block of the README. */
export const readmeExample = () =>
  readFileSync(inRoot('README.md'), 'utf8').match(/```tsx\n([\s\S]*?)```/)[1];

/** Serves a built project together with a chain, and opens it in Chromium. `launch` returns the command line for a port. */
export async function serve({ cwd, launch }) {
  const [port, chainPort] = await freePorts(2);
  const supervisor = createSupervisor({
    onExit: (service, how) => console.error(`${service} ended (${how}).`),
  });
  await supervisor.start(chain('EVM chain A', 'LATCHKIT_CHAIN_A_PORT', chainPort, 31337));
  await supervisor.start({
    name: path.basename(cwd),
    port,
    cwd,
    env,
    launch: () => launch(port),
    ready: { path: '/', init: {} },
  });
  const browser = await chromium.launch({
    executablePath: locateTestChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return {
    browser,
    url: `http://localhost:${port}/?chain=${encodeURIComponent(`http://localhost:${chainPort}`)}`,
    async stop() {
      await browser.close();
      await supervisor.stop();
    },
  };
}

/** Returns a function that returns the command line of a static file server for a port. */
export const staticServer = folder => port => [
  process.execPath,
  '-e',
  `const http=require('http'),fs=require('fs'),path=require('path');
   const types={'.js':'text/javascript','.css':'text/css','.html':'text/html'};
   http.createServer((request,response)=>{
     const name=new URL(request.url,'http://x').pathname.replace(/\\/$/,'/index.html');
     const file=path.join(${JSON.stringify(folder)},path.normalize(name));
     if(!fs.existsSync(file)){response.writeHead(404).end();return}
     response.writeHead(200,{'content-type':types[path.extname(file)]??'application/octet-stream'}).end(fs.readFileSync(file));
   }).listen(${port})`,
];
