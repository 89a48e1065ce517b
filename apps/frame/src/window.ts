import { startWindow } from './window/startWindow.js';

startWindow(window, async () => (await import('./openSiblingWindow.js')).openSiblingWindow(window));
