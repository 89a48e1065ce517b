import { readReview, readReviewed, reviewPayments } from '../project/payments/reviewPayments.js';
import type { Settings } from '../server/readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withProjects } from './withProjects.js';

const OPTIONS = { project: { type: 'string' }, json: { type: 'boolean' } } as const;

/**
 * `payments review`: lists the transfers that counted for another payment than they would by the rules of today.
 *
 * @throws BaseError `INVALID_ARGUMENT`, or the database's error.
 */
export async function reviewCommand(args: readonly string[], settings: Settings): Promise<string> {
  const [action, ...rest] = args;
  const { values, positionals } = parseOptions(rest, OPTIONS);
  if (action !== 'review' || positionals.length > 0)
    throw invalidArgument('There is one command: payments review [--project ID] [--json]');
  return withProjects(settings, async ({ database }) => {
    await reviewPayments(database);
    const review = await readReview(database);
    const transfers = await readReviewed(database, values.project);
    if (values.json) return JSON.stringify({ ...review, list: transfers }, undefined, 2);
    return [
      `${review?.differing} of ${review?.transfers} earlier transfers would count for another payment; nothing was changed`,
      ...transfers.map(one =>
        [
          ...[one.projectId, one.chainId, one.hash, one.recipient, one.token || 'native currency'],
          ...[`${one.amount} from ${one.sender || 'several or unknown senders'}`],
          ...[`counts for ${one.paymentId ?? 'none'}`, `would count for ${one.wouldBeId ?? 'none'}`],
        ].join('\t'),
      ),
    ].join('\n');
  });
}
