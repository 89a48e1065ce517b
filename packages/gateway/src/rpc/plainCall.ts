import type { IncomingMessage } from 'node:http';
import { allowsOrigin, type ProjectService } from '../projects/service.js';
import type { Project } from '../projects/store.js';

/** Bytes of a call's body that is read here; a larger one, and one of unknown length, is left to the app. */
const MAX_BODY = 64 * 1024;

/** A call to a chain that holds no surprise. */
export interface PlainCall {
  readonly chainId: string;
  readonly project: Project;
  /** Origin that may read the answer. */
  readonly reader: string;
}

/**
 * Tells an everyday call to a chain from all that needs a closer look, without waiting for anything: undefined for the
 * smallest doubt, and also where nobody asked for the project in the last second.
 */
export function plainCall(incoming: IncomingMessage, projects: ProjectService): PlainCall | undefined {
  const { method, url = '', headers } = incoming;
  if (method !== 'POST' || !url.startsWith('/v1?')) return undefined;
  const length = headers['content-length'];
  if (length === undefined || Number(length) > MAX_BODY || headers['transfer-encoding'] !== undefined)
    return undefined;
  // What the app would decode, normalise or refuse.
  const text = url.slice('/v1?'.length).replaceAll('%3A', ':');
  if (!/^[\w.:-]+$/.test(headers.host ?? '') || !/^[\w.:=&-]+$/.test(text)) return undefined;
  const query = new Map<string, string>();
  for (const part of text.split('&')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (query.has(name) || more.length > 0) return undefined;
    query.set(name, value);
  }
  const [projectId, chainId] = [query.get('projectId'), query.get('chainId')];
  if (!projectId || !chainId || chainId.length > 64) return undefined;
  const project = projects.known(projectId);
  if (project === undefined) return undefined;
  if (project.allowedOrigins.length === 0) return { chainId, project, reader: '*' };
  const { origin } = headers;
  return origin !== undefined && allowsOrigin(project, origin)
    ? { chainId, project, reader: origin }
    : undefined;
}
