import { EMAIL_PROVIDER } from '../../shared/emailIdentity.js';
import type { Identity } from '../../shared/identity.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { projectOfSubject } from '../../shared/socialSubject.js';

/** The name of the project whose own client proves a login, or its id if it was removed. Undefined: the deployment's client does. */
export async function projectNameOf(
  findProject: ProjectAccess['findProject'],
  { provider, subject }: Identity,
): Promise<string | undefined> {
  const id = provider === EMAIL_PROVIDER ? undefined : projectOfSubject(subject);
  if (id === undefined) return undefined;
  return findProject(id).then(
    ({ name }) => name,
    () => id,
  );
}
