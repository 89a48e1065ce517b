import type { Plugin } from 'vite';

/** The test files in a browser that fail without a defence. */
export function browserSuites(): string[];

/** See `withoutDefence.mjs`. */
export function withoutDefence(): Plugin;
