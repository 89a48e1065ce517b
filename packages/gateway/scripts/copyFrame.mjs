// Copies the built wallet page into frame/, which the published gateway serves. Runs in the build, and before the package
// is packed; the repository's build creates the page.
import { cp, rename, rm } from 'node:fs/promises';

const built = new URL('../../../apps/frame/dist/', import.meta.url);
const frame = new URL('../frame/', import.meta.url);
// Rename at the end, so that a starting gateway finds the old page or the new one.
const copied = new URL(`../frame.${process.pid}.tmp/`, import.meta.url);
await cp(built, copied, { recursive: true });
await rm(frame, { recursive: true, force: true });
await rename(copied, frame);
console.log('frame/: the wallet page');
