import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, inRoot } from './paths.mjs';

/** The file of the signed manifest, in the folder of the build. */
export const MANIFEST = 'latchkit-frame.json';

/** Not served: users open it from their disk. */
export const OFFLINE_TOOL = 'offline-tool.html';

/**
 * A key for manifests (ECDSA P-256).
 *
 * @typedef {{ jwk: import('node:crypto').JsonWebKey, isDevelopment: boolean }} FrameKey
 */

/**
 * Writes the signed manifest of a build: the hashes of its files, and of each page's scripts. Its
 * content depends on the build alone.
 *
 * @param {string} folder the built pages
 * @param {FrameKey} key
 */
export function signFrame(folder, { jwk, isDevelopment }) {
  const signed = signManifest(frameManifest(folder, isDevelopment), jwk);
  writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(signed, undefined, 2)}\n`);
}

/** Reads the manifest of a build without checking its signature. */
export function readManifest(folder) {
  const { payload } = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8'));
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/**
 * Signs a manifest (JWS, RFC 7515, flattened).
 *
 * @param {object} manifest
 * @param {import('node:crypto').JsonWebKey} jwk
 */
export function signManifest(manifest, jwk) {
  const encode = value => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encode({ alg: 'ES256', typ: 'latchkit-frame+json', kid: publicFrameKey(jwk) });
  const payload = encode(manifest);
  const signature = sign('sha256', Buffer.from(`${header}.${payload}`), {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');
  return { payload, protected: header, signature };
}

/** Creates a key for releases: the private JWK, and the public key as hosts write it in `manifestKey`. */
export function createFrameKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  return { jwk, publicKey: publicFrameKey(jwk) };
}

/** Returns the public key of a private one: an uncompressed point, in base64url. */
export function publicFrameKey(jwk) {
  const { x, y } = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}

/**
 * Returns the key of development builds in this folder, which is created once.
 *
 * @returns {FrameKey}
 */
export function developmentFrameKey() {
  const file = path.join(cacheDir, 'frameKey.json');
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true });
    writeFileSync(file, JSON.stringify(createFrameKey().jwk), { mode: 0o600 });
  }
  return { jwk: JSON.parse(readFileSync(file, 'utf8')), isDevelopment: true };
}

function frameManifest(folder, isDevelopment) {
  const { version } = JSON.parse(readFileSync(inRoot('packages/gateway/package.json'), 'utf8'));
  const names = filesOf(folder).filter(name => name !== MANIFEST && name !== OFFLINE_TOOL);
  const hash = name => hashOf(readFileSync(path.join(folder, name)));
  const worker = names.filter(name => name.startsWith('assets/keyringWorker-'));
  if (worker.length !== 1) throw new Error(`The build has ${worker.length} Workers instead of one`);
  const pages = names.filter(name => name.endsWith('.html'));
  return {
    version,
    isDevelopment,
    files: Object.fromEntries(names.map(name => [name, hash(name)])),
    scripts: Object.fromEntries(
      pages.map(name => [name, scriptsOf(readFileSync(path.join(folder, name), 'utf8'))]),
    ),
    worker: hash(worker[0]),
    ...(existsSync(path.join(folder, OFFLINE_TOOL)) && { offlineTool: hash(OFFLINE_TOOL) }),
  };
}

/** The hashes of the scripts that a page starts or preloads. */
function scriptsOf(html) {
  return [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]* integrity="([^"]+)"/g)].map(
    ([, found]) => found,
  );
}

const hashOf = bytes => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, '/'),
    )
    .sort();
}
