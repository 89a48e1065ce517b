import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { svgOf } from './icons.mjs';

/**
 * Packages with pictures of wallets and marks of login providers, beside the icon package. They are downloaded to take pictures from them and never
 * installed, because they bring hundreds of other packages. NOTICE.md has their licences.
 */
const PACKAGES = {
  rainbowkit: {
    version: '@rainbow-me/rainbowkit@2.2.11',
    integrity:
      'sha512-FHPsRHMBpuHHhuyKktAR13O9agmsUUunDnVEP4hG1dSZ2JojXLUSWyLG28VbGIJakHYylkNguiLFnqM/BM8ERA==',
    read: async (folder, name) => {
      const modules = join(folder, 'dist/wallets/walletConnectors');
      const file = (await readdir(modules)).find(one => one.startsWith(`${name}-`));
      const text = await readFile(join(modules, file), 'utf8');
      return decodeURIComponent(/"data:image\/svg\+xml,([^"]+)"/.exec(text)[1]);
    },
  },
  'simple-icons': {
    version: 'simple-icons@16.37.0',
    integrity:
      'sha512-8mCJIhpMYOL9g13GW59EiL3sVXJnTEKGCTZFaekl9UQ3Qo0SwVjnLaJ82QiaH8BKBdouEDzrHMXIWh8cBIy48A==',
    read: (folder, name) => readFile(join(folder, 'icons', `${name}.svg`), 'utf8'),
  },
  'ant-design': {
    version: '@ant-design/web3-icons@1.16.0',
    integrity:
      'sha512-oDYkzEr3/q2fDPgZdagxd7wuTLBxzmFNasJQvO7ocd0W3a18MaeSrg2lq20cFFLB8YaDuUd7p3KXpiFQDaf9UA==',
    read: async (folder, name) =>
      onTile(await readFile(join(folder, 'dist/esm/svgs', `${name}.svg`), 'utf8')),
  },
};

const folders = new Map();

/** Reads a picture as SVG: `web3icons/wallets/rabby`, or one of another package, such as `rainbowkit/braveWallet`. */
export async function pictureOf(picture) {
  const [source, ...name] = picture.split('/');
  if (source === 'web3icons') return svgOf(name.join('/'));
  if (!folders.has(source)) folders.set(source, unpacked(PACKAGES[source]));
  const svg = await PACKAGES[source].read(await folders.get(source), name.join('/'));
  return svg.trim();
}

/** Puts a mark without a background, in a box of 1024 × 1024, on a white tile. */
function onTile(svg) {
  const tile = '<path fill="#fff" d="M-224-224h1472v1472H-224z"/>';
  return svg.replace(/viewBox="0 0 1024 1024">/, `viewBox="-224 -224 1472 1472">${tile}`);
}

/** Downloads a package into a temporary folder, which lasts as long as the process. */
async function unpacked({ version, integrity }) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkit-pictures-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['pack', version, '--json', '--pack-destination', folder]);
  const [packed] = JSON.parse(stdout);
  if (packed.integrity !== integrity) throw new Error(`${version} has another content than before`);
  await run('tar', ['xzf', join(folder, packed.filename), '-C', folder, '--strip-components=1']);
  return folder;
}
