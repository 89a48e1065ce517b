import { type Project, projectInput } from '../project/projects/store.js';
import { invalidArgument } from './parseOptions.js';

/** Explains the consequences of trusting an origin. */
export const TRUST_NOTE = `A trusted origin: the embedded wallet asks about payments, permits and other signatures within its pages.
Whatever runs on them, a script that got there by a fault included, can hide the wallet under something else, so that a visitor
approves a payment unread. Browsers cannot report every way to do that (mask-image, some clip-path), and Firefox and Safari none.
Trust an origin only if all of its code is yours. To take it back: --untrust ORIGIN`;

interface TrustChanges {
  readonly trust?: readonly string[] | undefined;
  readonly untrust?: readonly string[] | undefined;
}

/**
 * Changes the trusted origins of a project. An origin that the project no longer has loses its trust.
 *
 * @throws BaseError `INVALID_ARGUMENT` for an origin that the project doesn't have.
 */
export function changeTrust(project: Project, { trust = [], untrust = [] }: TrustChanges): Project {
  const { allowedOrigins, trustedOrigins } = project;
  const isOwn = (origin: string) => allowedOrigins.length === 0 || allowedOrigins.includes(origin);
  const foreign = trust.find(origin => !isOwn(origin));
  if (foreign !== undefined) {
    throw invalidArgument(`'${foreign}' is not an origin of the project: name it with --origin first`);
  }
  const unknown = untrust.find(origin => !trustedOrigins.includes(origin));
  if (unknown !== undefined) throw invalidArgument(`'${unknown}' is not trusted`);
  const kept = trustedOrigins.filter(origin => isOwn(origin) && !untrust.includes(origin));
  const result = projectInput.safeParse({ ...project, trustedOrigins: [...new Set([...kept, ...trust])] });
  if (!result.success) throw invalidArgument('--trust needs an origin such as https://app.example.com');
  return result.data;
}
