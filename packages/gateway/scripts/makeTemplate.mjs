// Writes template/pglite.tar.gz: the files of an empty PGlite database. Copying them takes well under a second on a first
// start, creating them several. Runs in the build, and before the package is packed.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';

const database = await PGlite.create();
await database.query('select 1');
const files = await database.dumpDataDir('gzip');
await database.close();
const folder = new URL('../template/', import.meta.url);
await mkdir(folder, { recursive: true });
// Rename at the end, so that a process that opens a database reads a complete file.
const written = new URL(`pglite.${process.pid}.tmp`, folder);
await writeFile(written, Buffer.from(await files.arrayBuffer()));
await rename(written, new URL('pglite.tar.gz', folder));
console.log(`template/pglite.tar.gz: ${Math.round(files.size / 1024)} kB`);
