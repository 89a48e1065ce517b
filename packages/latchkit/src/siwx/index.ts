export { createSiwx } from './createSiwx.js';
export type { SessionStore } from './SessionStore.js';
export type { SiwxOptions } from './SiwxOptions.js';
