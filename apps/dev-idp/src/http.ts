import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum size of a form in bytes. */
const MAX_FORM = 64 * 1024;

/** A request to one of the servers. Paths are without the prefix of the server. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Reads a form. Another type is an empty form. @throws RangeError if it is too large. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const text = await readText(request);
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? text : '');
}

/** Reads JSON. @throws RangeError if it is too large, or SyntaxError. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(await readText(request));
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MAX_FORM) throw new RangeError('The form is too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

export function redirect(response: ServerResponse, url: string): void {
  response.writeHead(303, { location: url, 'cache-control': 'no-store' }).end();
}

/** Sets parameters of a URL. */
export function addAll(url: URL, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
}

/** The name and password of `Authorization: Basic`, literally (RFC 7617): none of these providers decodes them, as RFC 6749 says. */
export function basicAuth(request: IncomingMessage): readonly [string, string] | undefined {
  const text = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (text === undefined) return undefined;
  const pair = Buffer.from(text, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : [pair.slice(0, colon), pair.slice(colon + 1)];
}

/** The token of `Authorization: Bearer`. */
export function bearerToken(request: IncomingMessage): string {
  return /^(?:Bearer|token) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
