import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../platform/packageFile.js';

/** Output of scripts/generateWalletImages.mjs, in the published package and in a checkout. */
const FOLDER = packageFile('walletImages');

/** Images of the registry's wallets by id, as WebP. Reads files, so call it only at startup. */
export function walletImages(): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  return new Map(
    readdirSync(FOLDER)
      .filter(file => file.endsWith('.webp'))
      .map(file => [file.slice(0, -'.webp'.length), new Uint8Array(readFileSync(join(FOLDER, file)))]),
  );
}
