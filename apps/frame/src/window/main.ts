import { startWindow } from './startWindow.js';

startWindow(window);
