import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BaseError, type SocialSignInProvider, socialSignInProvider } from 'latchkit/protocol';
import { guideUrl } from '../platform/guideUrl.js';
import type { SealedStore } from '../platform/keyvault/openSealedStore.js';
import { migrate } from '../platform/migrate.js';
import { migrations } from '../project/migrations.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { projectStore } from '../project/projects/store.js';
import { storeOfMode } from '../project/projects/storeOfMode.js';
import type { Settings } from '../server/readSettings.js';
import {
  listCredentials,
  removeCredentials,
  saveCredentials,
  storedProviders,
} from '../wallet/service/social/credentialStore.js';
import { CREDENTIALS, type Credentials, oddField } from '../wallet/service/social/credentials.js';
import { deploymentProviders } from '../wallet/service/social/deploymentProviders.js';
import { evidenceClientOf } from '../wallet/service/social/evidenceClients.js';
import { callbackOf } from '../wallet/service/social/SocialParts.js';
import { testProvider } from '../wallet/service/social/testProvider.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

const GUIDE = 'social-login.md#clients-of-a-projects-own';

const FIELDS = {
  'client-id': { type: 'string' },
  'team-id': { type: 'string' },
  'key-id': { type: 'string' },
  secret: { type: 'string' },
} as const;

type Fields = ReturnType<typeof parseOptions<typeof FIELDS>>['values'];

/**
 * `project provider set | list | test | remove`: the credentials of a project at login providers. Secrets are read from a file
 * or the standard input, because other users of the machine can read arguments, and are never printed.
 *
 * @throws BaseError `INVALID_ARGUMENT`, `PROVIDER_TEST_FAILED`, `KEYS_INVALID`, or the databases' errors.
 */
export async function providerCommand(args: readonly string[], settings: Settings): Promise<string> {
  const [action, ...rest] = args;
  switch (action) {
    case 'set':
      return set(rest, settings);
    case 'list':
      return list(rest, settings);
    case 'test':
      return test(rest, settings);
    case 'remove':
      return remove(rest, settings);
    default:
      throw invalidArgument(`There is no command 'project provider ${action ?? ''}'`);
  }
}

async function set(args: readonly string[], settings: Settings): Promise<string> {
  const { values, positionals } = parseOptions(args, FIELDS);
  const { id, provider } = named('set', positionals);
  const credentials = await credentialsOf(provider, values);
  return withProject(id, settings, async stores => {
    for (const store of stores) {
      const own = store.name === 'a' ? credentials : evidenceClientOf(provider, credentials);
      await saveCredentials(store, id, provider, own);
      const entry = { action: 'provider.set', subject: `${id}|${provider}`, actor: 'operator' };
      await store.audit.append(entry);
    }
    return [
      `${id}\t${provider}`,
      `Register this redirect URI at the provider: ${redirectUriOf(settings)}`,
      `Users whom another client logged in are others: ${guideUrl(GUIDE)}`,
    ].join('\n');
  });
}

async function list(args: readonly string[], settings: Settings): Promise<string> {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } });
  const [id, more] = positionals;
  if (id === undefined || more !== undefined)
    throw invalidArgument('Name one project: project provider list ID');
  return withProject(id, settings, async ([store]) => {
    const own = (store && (await listCredentials(store, id))) ?? [];
    const shared = Object.keys(settings.wallet?.social.credentials ?? {}).filter(
      provider => !own.some(one => one.provider === provider),
    );
    const found = [
      ...own.map(one => ({ ...one, source: 'project', updatedAt: one.updatedAt.toISOString() })),
      ...shared.map(provider => ({ provider, source: 'deployment', updatedAt: undefined })),
    ];
    if (values.json) return JSON.stringify(found, undefined, 2);
    return found
      .map(({ provider, source, updatedAt = '' }) => [provider, source, updatedAt].join('\t').trimEnd())
      .join('\n');
  });
}

async function test(args: readonly string[], settings: Settings): Promise<string> {
  const { id, provider } = named('test', parseOptions(args, {}).positionals);
  return withProject(id, settings, async ([store]) => {
    const { credentials = {}, idpUrl } = settings.wallet?.social ?? {};
    if (store?.name !== 'a')
      throw invalidArgument('Only the wallet service logs in at providers: test there');
    const find = storedProviders(store, deploymentProviders(credentials, idpUrl).find);
    const setup = await find(id, provider);
    if (setup === undefined) throw invalidArgument(`There are no credentials for ${provider}`);
    const findings = await testProvider(setup, {
      redirectUri: redirectUriOf(settings),
      allowsHttp: settings.developmentMode,
    });
    const lines = findings.map(({ result, check, text: line }) => `${result}\t${check}\t${line}`).join('\n');
    if (findings.every(({ result }) => result !== 'problem')) return lines;
    throw new BaseError('PROVIDER_TEST_FAILED', `Logins with ${provider} will fail`, {
      details: `\n${lines}`,
    });
  });
}

async function remove(args: readonly string[], settings: Settings): Promise<string> {
  const { id, provider } = named('remove', parseOptions(args, {}).positionals);
  return withProject(id, settings, async stores => {
    let isRemoved = false;
    for (const store of stores) {
      isRemoved = (await removeCredentials(store, id, provider)) || isRemoved;
      const entry = { action: 'provider.remove', subject: `${id}|${provider}`, actor: 'operator' };
      if (isRemoved) await store.audit.append(entry);
    }
    if (!isRemoved) throw invalidArgument(`The project has no credentials of its own for ${provider}`);
    return `${id}\t${provider}\nIts users can't log in with this client any more: ${guideUrl(GUIDE)}`;
  });
}

function named(action: string, positionals: readonly string[]) {
  const [id, provider, more] = positionals;
  const parsed = socialSignInProvider.safeParse(provider);
  if (id === undefined || provider === undefined || more !== undefined) {
    throw invalidArgument(`Name a project and a provider: project provider ${action} ID PROVIDER`);
  }
  if (!parsed.success) {
    throw invalidArgument(`There is no provider '${provider}': ${socialSignInProvider.options.join(', ')}`);
  }
  return { id, provider: parsed.data };
}

/** Opens the stores of this process. Only the wallet service's database has the projects. */
function withProject(
  id: string,
  settings: Settings,
  run: (stores: readonly SealedStore[]) => Promise<string>,
): Promise<string> {
  return withStores(settings, async opened => {
    const stores = opened.map(({ store }) => store);
    const service = stores.find(({ name }) => name === 'a');
    if (service !== undefined) {
      await migrate(service.database, migrations);
      const isKnown =
        (id === DEVELOPMENT_PROJECT_ID && settings.developmentMode) ||
        (await storeOfMode(projectStore(service.database), settings.developmentMode).find(id)) !== undefined;
      if (!isKnown) throw invalidArgument(`There is no project '${id}'`);
    }
    return run(stores);
  });
}

/** The options that each provider requires. */
async function credentialsOf(provider: SocialSignInProvider, values: Fields): Promise<Credentials> {
  const names = optionsOf(provider);
  const missing = names.filter(name => values[name] === undefined);
  const foreign = Object.keys(values).filter(name => !names.some(one => one === name));
  if (missing.length > 0 || foreign.length > 0) {
    throw invalidArgument(`${provider} needs ${names.map(name => `--${name}`).join(', ')}`);
  }
  const secret = (await readSecret(values.secret ?? '')).trim();
  const clientId = values['client-id'];
  const parsed = CREDENTIALS[provider].safeParse(
    provider === 'telegram'
      ? { botToken: secret }
      : provider === 'apple'
        ? { clientId, teamId: values['team-id'], keyId: values['key-id'], privateKey: secret }
        : { clientId, clientSecret: secret },
  );
  if (parsed.success) return parsed.data;
  // The error's own message could contain the value.
  const reason = oddField(parsed.error) ?? parsed.error.issues[0]?.path.join('.');
  throw invalidArgument(`The credentials for ${provider} are not valid: ${reason}`);
}

function optionsOf(provider: SocialSignInProvider): readonly (keyof typeof FIELDS)[] {
  if (provider === 'telegram') return ['secret'];
  return provider === 'apple' ? ['client-id', 'team-id', 'key-id', 'secret'] : ['client-id', 'secret'];
}

async function readSecret(path: string): Promise<string> {
  if (path === '-') return text(process.stdin);
  return readFile(path, 'utf8').catch(cause => {
    // Without the value: it is the secret itself if the operator confused the two.
    throw invalidArgument('--secret names a file, or - for the standard input: it cannot be read', cause);
  });
}

/** The redirect URI that is registered at providers. */
export function redirectUriOf({ wallet }: Settings): string {
  return callbackOf({ frameUrl: wallet?.frameUrl ?? `http://localhost:${wallet?.framePort ?? ''}` });
}
