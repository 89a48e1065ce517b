import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newData } from '../../test/testDatabase.js';
import { startProviders, type TestProviders } from '../../test/wallet/socialProviders.js';
import { readSettings } from '../server/readSettings.js';
import { readSealed } from '../wallet/service/social/credentialStore.js';
import { errorText } from './errorText.js';
import { withStores } from './openStores.js';
import { runCommand } from './runCommand.js';

const SECRET = 'the-secret-of-the-shop';
const FRAME_URL = 'http://localhost:4001';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-providers-'));
const file = join(directory, 'secret');
let providers: TestProviders;
let env: Record<string, string>;
beforeAll(async () => {
  writeFileSync(file, `${SECRET}\n`);
  providers = await startProviders(`${FRAME_URL}/v1/auth/social/callback`);
  env = {
    ...(await newData(join(directory, 'data'))),
    LATCHKIT_FRAME_URL: FRAME_URL,
    LATCHKIT_IDP_PORT: new URL(providers.url).port,
    LATCHKIT_SOCIAL_DISCORD: JSON.stringify({ clientId: 'shared', clientSecret: 'shared-secret' }),
  };
  await runCommand(['project', 'create', '--name', 'Shop', '--id', 'shop'], env);
});
afterAll(async () => {
  await providers.close();
  rmSync(directory, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => runCommand(['project', 'provider', ...args], env);
const failed = (...args: readonly string[]) => run(...args).then(text => `no error: ${text}`, errorText);

/** What each store has of the shop's credentials. */
const stored = (provider: 'github' | 'google' | 'telegram') =>
  withStores(readSettings(env), async stores =>
    Promise.all(stores.map(({ store }) => readSealed(store, 'shop', provider))),
  );

describe('project provider', () => {
  it('refuses a secret with a colon or other characters than ASCII, and does not print it (SL-02)', async () => {
    const odd = join(directory, 'odd');
    for (const secret of ['pasted-id:pasted-secret', 'päste']) {
      writeFileSync(odd, secret);
      for (const provider of ['x', 'discord', 'github']) {
        const text = await failed('set', 'shop', provider, '--client-id', 'own', '--secret', odd);
        expect(text).toContain(
          `The credentials for ${provider} are not valid: clientSecret must have only ASCII characters, and no colon`,
        );
        expect(text).not.toContain(secret);
      }
    }
    const text = await failed('set', 'shop', 'x', '--client-id', 'own:1', '--secret', file);
    expect(text).toContain('clientId must have only ASCII characters, and no colon');
  });

  it('stores credentials for both services, lists them without the secret, and removes them', async () => {
    const text = await run('set', 'shop', 'google', '--client-id', 'own', '--secret', file);
    expect(text).toContain(`${FRAME_URL}/v1/auth/social/callback`);
    await run('set', 'shop', 'github', '--client-id', 'own', '--secret', file);
    // The vault verifies logins of Google with its public keys.
    expect(await stored('google')).toEqual([{ clientId: 'own', clientSecret: SECRET }, { clientId: 'own' }]);
    const both = { clientId: 'own', clientSecret: SECRET };
    expect(await stored('github')).toEqual([both, both]);
    const listed = await run('list', 'shop');
    expect(listed.split('\n').map(line => line.split('\t').slice(0, 2))).toEqual([
      ['github', 'project'],
      ['google', 'project'],
      ['discord', 'deployment'],
    ]);
    for (const shown of [text, listed, await run('list', 'shop', '--json')]) {
      expect(shown).not.toMatch(/secret/);
    }
    await run('remove', 'shop', 'google');
    expect(await stored('google')).toEqual([undefined, undefined]);
    expect(await failed('remove', 'shop', 'google')).toContain('no credentials of its own for google');
  });

  it('tests credentials at the provider', async () => {
    expect(await run('test', 'shop', 'google')).toMatch(/^ok\tclock\t.*\nok\tredirect URI\t.*\nok\tsecret\t/);
    env.LATCHKIT_FRAME_URL = 'http://localhost:4009';
    const text = await failed('test', 'shop', 'google');
    env.LATCHKIT_FRAME_URL = FRAME_URL;
    expect(text).toContain('Logins with google will fail');
    expect(text).toContain('exactly http://localhost:4009/v1/auth/social/callback');
  });

  it.each([
    [['list'], 'Name one project'],
    [['add', 'shop'], "There is no command 'project provider add'"],
    [['set', 'shop'], 'Name a project and a provider'],
    [['set', 'shop', 'myspace'], "There is no provider 'myspace'"],
    [['set', 'shop', 'apple', '--client-id', 'x', '--secret', file], 'apple needs --client-id, --team-id'],
    [['set', 'shop', 'google', '--client-id', 'x', '--secret', SECRET], '--secret names a file'],
    [['set', 'shop', 'telegram', '--secret', file], 'The credentials for telegram are not valid: botToken'],
    [['list', 'nobody'], "There is no project 'nobody'"],
  ])('refuses %j and prints no secret', async (args, message) => {
    const text = await failed(...args);
    expect(text).toContain(message);
    expect(text).not.toContain(SECRET);
  });
});
