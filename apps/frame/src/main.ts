import { startFrame } from './page/startFrame.js';

void startFrame(window);
