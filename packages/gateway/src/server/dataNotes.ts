import type { Database } from '../platform/ports/Database.js';
import { readReview } from '../project/payments/reviewPayments.js';
import { isApproved } from '../project/projects/projectSmartAccounts.js';
import { projectStore } from '../project/projects/store.js';
import { explainModes } from '../project/usedModes.js';

/** Registered functions that the operator has not approved, of all projects. */
async function countUnapproved(database: Database): Promise<number> {
  const projects = await projectStore(database).list();
  return projects.reduce((sum, { smartAccounts: { permissions } }) => {
    const { functions, approved } = permissions;
    return sum + functions.filter(one => !isApproved(one, approved)).length;
  }, 0);
}

/** What an operator should know about the data of the services for projects, one text each. */
export async function dataNotes(database: Database, developmentMode: boolean): Promise<readonly string[]> {
  const modes = await explainModes(database, developmentMode);
  const review = await readReview(database);
  const unapproved = await countUnapproved(database);
  return [
    ...(modes === undefined ? [] : [`Data: ${modes}`]),
    ...(unapproved === 0
      ? []
      : [
          `Permissions: ${unapproved} registered functions are not approved, and not granted or served. Read their contracts, then: latchkit-gateway project set ID --approve-calls FILE`,
        ]),
    ...(review === undefined || review.differing === 0
      ? []
      : [
          `Payments: ${review.differing} of ${review.transfers} earlier transfers would count for another payment by the rules of today. Nothing was changed; to list them: latchkit-gateway payments review`,
        ]),
  ];
}
