import type { Database } from '../platform/ports/Database.js';
import { readReview } from '../project/payments/reviewPayments.js';
import { explainModes } from '../project/usedModes.js';

/** What an operator should know about the data of the services for projects, one text each. */
export async function dataNotes(database: Database, developmentMode: boolean): Promise<readonly string[]> {
  const modes = await explainModes(database, developmentMode);
  const review = await readReview(database);
  return [
    ...(modes === undefined ? [] : [`Data: ${modes}`]),
    ...(review === undefined || review.differing === 0
      ? []
      : [
          `Payments: ${review.differing} of ${review.transfers} earlier transfers would count for another payment by the rules of today. Nothing was changed; to list them: latchkit-gateway payments review`,
        ]),
  ];
}
