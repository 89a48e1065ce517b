import { createWorkerOpener } from './createWorkerOpener.js';
import { createWalletPart } from './page/createWalletPart.js';
import { startFrame } from './page/startFrame.js';
import { openPartition } from './storage/openPartition.js';

const openWorker = createWorkerOpener();

void startFrame(window, context => createWalletPart(context, { openPartition, openWorker }));
