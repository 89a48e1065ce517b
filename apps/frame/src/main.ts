import { createWalletPart } from './page/createWalletPart.js';
import { startFrame } from './page/startFrame.js';
import { openPartition } from './storage/openPartition.js';
import { keyringWorkers } from './worker/keyringWorkers.js';

const openWorker = keyringWorkers();

void startFrame(window, context => createWalletPart(context, { openPartition, openWorker }));
