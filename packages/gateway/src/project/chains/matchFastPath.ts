import type { IncomingMessage } from 'node:http';
import { allowsPage, type ProjectService } from '../projects/service.js';
import type { Project } from '../projects/store.js';

/** Maximum body size in bytes; the app handles larger bodies and those of unknown length. */
const MAX_BODY = 64 * 1024;

/** A common chain call without special cases. */
export interface FastPathCall {
  readonly chainId: string;
  readonly project: Project;
  /** Origin that may read the response. */
  readonly reader: string;
}

/**
 * Recognises a common chain call, synchronously. Returns undefined in case of doubt, and when the project isn't
 * cached.
 */
export function matchFastPath(incoming: IncomingMessage, projects: ProjectService): FastPathCall | undefined {
  const { method, url = '', headers } = incoming;
  if (method !== 'POST' || !url.startsWith('/v1?')) return undefined;
  const length = headers['content-length'];
  if (length === undefined || Number(length) > MAX_BODY || headers['transfer-encoding'] !== undefined)
    return undefined;
  // The app decodes, normalises or rejects anything else.
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
  return origin !== undefined && allowsPage(project, origin)
    ? { chainId, project, reader: origin }
    : undefined;
}
