import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { projectWallets } from '../project/directory/projectWallets.js';
import { readWalletList } from '../project/directory/readWalletList.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { approvedFunctions } from '../project/projects/projectSmartAccounts.js';
import {
  MAX_PROJECT_WALLETS,
  type ProjectImage,
  type ProjectWallet,
} from '../project/projects/projectWallet.js';
import { PROJECT_CHANGES } from '../project/projects/service.js';
import {
  type Project,
  type ProjectInput,
  type ProjectStore,
  projectInput,
  projectStore,
} from '../project/projects/store.js';
import { storeOfMode } from '../project/projects/storeOfMode.js';
import type { Settings } from '../server/readSettings.js';
import { applyFeatures } from './applyFeatures.js';
import { changeTrust, TRUST_NOTE } from './changeTrust.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { paymentsCommand } from './paymentsCommand.js';
import { providerCommand } from './providerCommand.js';
import { withProjects } from './withProjects.js';

const CHANGES = {
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  'any-origin': { type: 'boolean' },
  analytics: { type: 'string' },
  feature: { type: 'string', multiple: true },
  wallets: { type: 'string' },
  'smart-accounts': { type: 'string' },
  'approve-calls': { type: 'string' },
  'relay-network': { type: 'string' },
} as const;

/** Options that change the trusted origins of an existing project. */
const TRUST = {
  trust: { type: 'string', multiple: true },
  untrust: { type: 'string', multiple: true },
} as const;

type Changes = ReturnType<typeof parseOptions<typeof CHANGES>>['values'];

/**
 * `project create | list | set | delete`, `project provider` and `project payments`. A running gateway applies the change within two seconds.
 *
 * @throws BaseError `INVALID_ARGUMENT`, `INVALID_WALLET_LIST`, or the database's error.
 */
export async function projectCommand(args: readonly string[], settings: Settings): Promise<string> {
  const [action, ...rest] = args;
  if (action === 'provider') return providerCommand(rest, settings);
  if (action === 'payments') return paymentsCommand(rest, settings);
  // Parse the arguments first: starting a database only to report a mistake would take seconds.
  const run =
    action === 'create'
      ? await create(rest, settings)
      : action === 'list'
        ? list(rest)
        : action === 'set'
          ? await set(rest, settings)
          : action === 'delete'
            ? remove(rest)
            : undefined;
  if (!run) throw invalidArgument(`There is no command 'project ${action ?? ''}'`);
  return withProjects(settings, ({ database, pubSub }) =>
    run(
      storeOfMode(
        projectStore(database, id => pubSub.publish(PROJECT_CHANGES, id)),
        settings.developmentMode,
      ),
    ),
  );
}

type Run = (store: ProjectStore) => Promise<string>;

async function create(args: readonly string[], settings: Settings): Promise<Run> {
  const { values, positionals } = parseOptions(args, { ...CHANGES, id: { type: 'string' } });
  if (positionals.length > 0) throw invalidArgument(`'${positionals[0]}' is too much`);
  const id = values.id ?? randomBytes(16).toString('hex');
  requireRealProject(id, settings);
  if (!values.name) throw invalidArgument('A project needs a --name');
  const project = changed({ id, name: values.name, features: {}, allowedOrigins: [] }, values);
  const { images, ...wallets } = await walletsOf(values);
  return async store => {
    if (!(await store.create({ ...project, ...wallets }, images)))
      throw invalidArgument(`There is a project '${id}' already`);
    return id;
  };
}

async function set(args: readonly string[], settings: Settings): Promise<Run> {
  const { values, positionals } = parseOptions(args, { ...CHANGES, ...TRUST });
  const [id, more] = positionals;
  if (id === undefined || more !== undefined) throw invalidArgument('Name one project: project set ID');
  requireRealProject(id, settings);
  const { images, ...wallets } = await walletsOf(values);
  return async store => {
    const found = await store.find(id);
    if (!found) throw invalidArgument(`There is no project '${id}'`);
    await store.save({ ...changeTrust(changed(found, values), values), ...wallets }, images);
    return values.trust === undefined ? id : `${id}\n${TRUST_NOTE}`;
  };
}

function remove(args: readonly string[]): Run {
  const { values, positionals } = parseOptions(args, { yes: { type: 'boolean' } });
  const [id, more] = positionals;
  if (id === undefined || more !== undefined)
    throw invalidArgument('Name one project: project delete ID --yes');
  if (!values.yes) throw invalidArgument('This deletes its events and sign-ins too: repeat it with --yes');
  return async store => {
    if (!(await store.delete(id))) throw invalidArgument(`There is no project '${id}'`);
    return id;
  };
}

function list(args: readonly string[]): Run {
  const { values } = parseOptions(args, { json: { type: 'boolean' } });
  return async store => {
    const projects = await store.list();
    return values.json ? JSON.stringify(projects, undefined, 2) : projects.map(line).join('\n');
  };
}

/**
 * Reads the wallets that `--wallets` names, which replace those of the project; returns nothing without the option.
 *
 * @throws BaseError `INVALID_WALLET_LIST`.
 */
async function walletsOf({
  wallets: path,
}: Changes): Promise<{ readonly wallets?: ProjectWallet[]; readonly images?: readonly ProjectImage[] }> {
  if (path === undefined) return {};
  if (path === 'none') return { wallets: [] };
  const list = await readWalletList(path);
  if (list.length > MAX_PROJECT_WALLETS) {
    throw invalidArgument(`A project has at most ${MAX_PROJECT_WALLETS} wallets of its own`);
  }
  return projectWallets(list);
}

function requireRealProject(id: string, { developmentMode }: Settings): void {
  if (id === DEVELOPMENT_PROJECT_ID && !developmentMode) {
    throw invalidArgument('The id of the development project is not used in production');
  }
}

function changed(project: ProjectInput, values: Changes): Project {
  const { name, origin, analytics, feature = [] } = values;
  if (origin && values['any-origin']) throw invalidArgument('--origin and --any-origin exclude each other');
  if (analytics !== undefined && analytics !== 'on' && analytics !== 'off') {
    throw invalidArgument('--analytics must be on or off');
  }
  const result = projectInput.safeParse({
    ...project,
    ...(name === undefined ? {} : { name }),
    ...(values['any-origin'] ? { allowedOrigins: [] } : origin ? { allowedOrigins: origin } : {}),
    ...(analytics === undefined ? {} : { isAnalyticsEnabled: analytics === 'on' }),
    ...smartAccountsIn(project, values),
    ...relayNetworkIn(values),
    features: applyFeatures(project.features, feature),
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidArgument(`${issue?.path.join(' ')}: ${issue?.message}`);
}

/**
 * Reads the files that `--smart-accounts` and `--approve-calls` name. The first may be the project's own, so only the second approves
 * functions.
 *
 * @throws BaseError `INVALID_ARGUMENT`.
 */
function smartAccountsIn(
  { smartAccounts }: ProjectInput,
  { 'smart-accounts': path, 'approve-calls': approvals }: Changes,
): Pick<ProjectInput, 'smartAccounts'> {
  if (path === undefined && approvals === undefined) return {};
  if (path === 'none' && approvals === undefined) return { smartAccounts: {} };
  const isKept = path === undefined || path === 'none';
  const given = isKept ? smartAccounts : jsonIn(path, '--smart-accounts');
  const settings = smartAccountsFile.safeParse(given ?? {});
  if (!settings.success) throw invalidArgument('--smart-accounts: is not an object with settings');
  const before = smartAccounts?.permissions?.approved ?? [];
  const approved =
    approvals === undefined ? before : approvals === 'none' ? [] : jsonIn(approvals, '--approve-calls');
  const read = approvedFunctions.safeParse(approved);
  if (!read.success) throw invalidArgument(`--approve-calls: ${read.error.issues[0]?.message}`);
  const { permissions, ...others } = settings.data;
  return {
    smartAccounts: {
      ...others,
      permissions: { ...permissions, approved: read.data },
    } as ProjectInput['smartAccounts'],
  };
}

const smartAccountsFile = z.looseObject({ permissions: z.looseObject({}).optional() });

function jsonIn(path: string, option: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw invalidArgument(`${option}: ${path} is not a file with JSON`);
  }
}

/** Reads `--relay-network`: the project's id at the WalletConnect network, which is not its id at the gateway. */
function relayNetworkIn({ 'relay-network': id }: Changes): Pick<ProjectInput, 'relayNetwork'> {
  if (id === undefined) return {};
  return { relayNetwork: id === 'none' ? undefined : id };
}

function line(project: Project): string {
  const { id, name, allowedOrigins, trustedOrigins, isAnalyticsEnabled, features, wallets, relayNetwork } =
    project;
  const trusted = trustedOrigins.map(origin => `${origin} (trusted)`);
  const others = allowedOrigins.filter(origin => !trustedOrigins.includes(origin));
  const origins = [...(allowedOrigins.length === 0 ? ['any origin'] : []), ...trusted, ...others].join(' ');
  const analytics = `analytics ${isAnalyticsEnabled ? 'on' : 'off'}`;
  const own = wallets.length === 0 ? [] : [`wallets ${wallets.map(wallet => wallet.id).join(',')}`];
  const network = relayNetwork === undefined ? [] : [`network ${relayNetwork}`];
  return [id, name, origins, analytics, JSON.stringify(features), ...own, ...network].join('\t');
}
