import { isSafeAddress } from '../platform/http/isSafeAddress.js';
import { newProjectSecret, paymentProjects } from '../project/payments/paymentProjects.js';
import { projectStore } from '../project/projects/store.js';
import { storeOfMode } from '../project/projects/storeOfMode.js';
import type { Settings } from '../server/readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withProjects } from './withProjects.js';

const OPTIONS = {
  webhook: { type: 'string' },
  'new-secret': { type: 'boolean' },
  off: { type: 'boolean' },
} as const;

/**
 * `project payments ID`: lets a project's servers create payments, and sets where the gateway reports them. A secret is printed once.
 *
 * @throws BaseError `INVALID_ARGUMENT`, or the database's error.
 */
export async function paymentsCommand(args: readonly string[], settings: Settings): Promise<string> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [id, more] = positionals;
  const { webhook } = values;
  if (id === undefined || more !== undefined) throw invalidArgument('Name one project: project payments ID');
  if (webhook !== undefined && webhook !== 'none' && !isSafeAddress(webhook))
    throw invalidArgument('--webhook is not an https URL');
  return withProjects(settings, async ({ database }) => {
    if (!(await storeOfMode(projectStore(database), settings.developmentMode).find(id)))
      throw invalidArgument(`There is no project '${id}'`);
    const projects = paymentProjects(database);
    if (values.off) {
      await projects.remove(id);
      return 'payments off';
    }
    const known = await projects.find(id);
    const secret = known && !values['new-secret'] ? undefined : newProjectSecret();
    await projects.save(id, secret, webhook === 'none' ? null : webhook);
    const saved = await projects.find(id);
    return [
      ...(secret === undefined ? [] : [`secret\t${secret}`]),
      `webhook\t${saved?.webhookUrl ?? 'none'}`,
      `webhook key\t${saved?.webhookSecret}`,
    ].join('\n');
  });
}
