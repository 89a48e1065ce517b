import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

const here = fileURLToPath(new URL('.', import.meta.url));

export default {
  cacheComponents: true,
  // This folder is a separate project inside the repository.
  outputFileTracingRoot: here,
  turbopack: { root: here },
} satisfies NextConfig;
