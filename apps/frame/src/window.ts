import { startWindow } from './window/startWindow.js';

startWindow(window);
