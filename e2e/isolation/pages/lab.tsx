import { createLab } from './createLab.js';

// Tests can reach every copy of this bundle on the page.
const lab = createLab();
window.labs = [...(window.labs ?? []), lab];
Object.assign(window, { lab: window.labs[0] });
