import type { HttpCall } from './HttpCall.js';

/** Fills the parameters of a call's path, percent-encoded, except for the colon of a CAIP-2 id (RFC 3986, 3.3 allows it). */
export function callPath(
  { path }: Pick<HttpCall, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])).replaceAll('%3A', ':'),
  );
}
