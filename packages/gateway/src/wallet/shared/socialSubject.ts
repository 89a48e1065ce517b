import { createHash } from 'node:crypto';

/** A client of a project's own at a login provider. */
export interface OwnClient {
  readonly projectId: string;
  /** Its public id at the provider. */
  readonly clientId: string;
}

/** Who owns the client that proves an identity. */
export type ClientOwner = 'deployment' | OwnClient;

/** Neither ids of projects nor hashes contain it, and no provider's ids of users do. */
const SEPARATOR = ':';

/**
 * The subject of an identity: the user's id at the provider, and for a client of a project's own the project and the client before
 * it. What such a client proves is an identity of that project only, because its owner decides what it proves.
 *
 * @returns undefined if the id could be taken for one of another client.
 */
export function socialSubject(owner: ClientOwner, id: string): string | undefined {
  if (id === '' || id.includes(SEPARATOR)) return undefined;
  if (owner === 'deployment') return id;
  const client = createHash('sha256').update(owner.clientId).digest('base64url');
  return [owner.projectId, client, id].join(SEPARATOR);
}

/** The user's id at the provider in a subject. */
export function idAtProvider(subject: string): string {
  return subject.slice(subject.lastIndexOf(SEPARATOR) + 1);
}

/** The project whose own client proved an identity. Undefined: the deployment's did. */
export function projectOfSubject(subject: string): string | undefined {
  const end = subject.indexOf(SEPARATOR);
  return end < 0 ? undefined : subject.slice(0, end);
}
