export { lazily } from '../core/async/lazily.js';
