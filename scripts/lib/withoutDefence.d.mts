import type { Plugin } from 'vite';

/** See `withoutDefence.mjs`. */
export function withoutDefence(): Plugin;
