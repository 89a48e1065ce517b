import { createWorkerOpener } from './createWorkerOpener.js';
import { openPartition } from './storage/openPartition.js';
import { createSiblingWindow, type SiblingWindow } from './window/createSiblingWindow.js';

/** Opens the wallet window's own installation. Most windows don't need it, so its code loads apart. */
export function openSiblingWindow(self: Window): Promise<SiblingWindow> {
  return createSiblingWindow(self, { openPartition, openWorker: createWorkerOpener() });
}
