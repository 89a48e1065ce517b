import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redeemSocialSignInCall, registerInstallationCall, socialEvidence } from 'latchkit/protocol';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { serversOf } from '../../test/storedData/storedClient.js';
import { newData } from '../../test/testDatabase.js';
import { type BotLogin, logInByBot } from '../../test/wallet/logInByBot.js';
import { walletInstallation } from '../../test/wallet/walletInstallation.js';
import { runCommand } from '../commands/runCommand.js';
import { readSettings } from './readSettings.js';
import { startServer } from './startServer.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-own-bot-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const SHARED = '600000001:a-token-that-only-the-deployment-has';
const OWN = '700000001:a-token-that-only-the-project-has';
const VICTIM = 10_000_002;

describe("a project's own Telegram bot, entered as an operator enters it", () => {
  it('logs in as no user whom the bot of the deployment logged in, on running servers [SEC-104]', async () => {
    const secret = join(directory, 'secret');
    writeFileSync(secret, `${OWN}\n`);
    const env = {
      ...(await newData(join(directory, 'data'))),
      LATCHKIT_GATEWAY_PORT: '0',
      LATCHKIT_LOG: 'off',
      LATCHKIT_INDEX: 'off',
      LATCHKIT_FRAME_URL: 'http://wallet.localhost:4001',
      LATCHKIT_VAULT_URL: 'http://vault.localhost:4002',
      LATCHKIT_SOCIAL_TELEGRAM: JSON.stringify({ botToken: SHARED }),
    };
    const pages = { shop: 'https://shop.example', stickers: 'https://stickers.example' } as const;
    for (const [id, origin] of Object.entries(pages)) {
      await runCommand(['project', 'create', '--name', id, '--id', id, '--origin', origin], env);
    }
    await runCommand(['project', 'provider', 'set', 'stickers', 'telegram', '--secret', secret], env);
    const gateway = await startServer(readSettings(env));
    onTestFinished(() => gateway.stop());
    const urls = { frameUrl: env.LATCHKIT_FRAME_URL, vaultUrl: env.LATCHKIT_VAULT_URL };
    const servers = serversOf(urls, gateway);
    const logIn = async (project: keyof typeof pages, bot: BotLogin) => {
      const page = { project, origin: pages[project] };
      const browser = await walletInstallation(servers, page);
      const installation = { kind: 'frame', encJwk: browser.encJwk, ephemeral: false };
      await browser.call('frame', registerInstallationCall.path, { body: installation });
      const { status, json } = await logInByBot(browser, servers, page, bot);
      expect(status, JSON.stringify(json)).toBe(200);
      const redeemed = redeemSocialSignInCall.response.parse(json);
      const evidence = socialEvidence.parse(await browser.unsealJson(redeemed.evidence));
      return { user: redeemed.user, evidence };
    };
    const victim = await logIn('shop', { person: VICTIM, botToken: SHARED });
    expect(victim.evidence.subject).toBe(String(VICTIM));
    // The owner of the project signs a result with the victim's id.
    const thief = await logIn('stickers', { person: VICTIM, botToken: OWN });
    expect(thief.user.id).not.toBe(victim.user.id);
    expect(thief.evidence.subject).not.toBe(victim.evidence.subject);
    expect(thief.evidence.subject).toContain('stickers');
  });
});
