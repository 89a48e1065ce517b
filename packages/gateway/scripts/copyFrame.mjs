// Copies the built wallet page into frame/, from where the published gateway serves it. Runs in the build, and before the
// package is packed; the page itself is built by the build of the repository.
import { cp, rename, rm } from 'node:fs/promises';

const built = new URL('../../../apps/frame/dist/', import.meta.url);
const frame = new URL('../frame/', import.meta.url);
// A gateway that starts meanwhile finds the page that was there, or the new one.
const copied = new URL(`../frame.${process.pid}.tmp/`, import.meta.url);
await cp(built, copied, { recursive: true });
await rm(frame, { recursive: true, force: true });
await rename(copied, frame);
console.log('frame/: the wallet page');
