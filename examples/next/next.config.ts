import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

const here = fileURLToPath(new URL('.', import.meta.url));

export default {
  cacheComponents: true,
  // This folder is a project of its own inside the repository.
  outputFileTracingRoot: here,
  turbopack: { root: here },
} satisfies NextConfig;
