import type { LatchkitOptions } from '../LatchkitOptions.js';

/**
 * The URL of a service call, with the parameters of every call: project id, SDK type and version. Undefined without a gateway and
 * a project id; then no service is called.
 */
export function serviceUrl(
  options: Pick<LatchkitOptions, 'gateway' | 'projectId'>,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): URL | undefined {
  if (!options.gateway || !options.projectId) return undefined;
  const url = new URL(path, options.gateway);
  url.searchParams.set('projectId', options.projectId);
  url.searchParams.set('st', 'latchkit');
  url.searchParams.set('sv', VERSION);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(key, String(value));
  }
  return url;
}

/** Version of the package; a test compares it with package.json. */
export const VERSION = '0.1.0';
