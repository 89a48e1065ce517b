import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { postgresPrograms } from '../../packages/gateway/test/servers/startPostgres.js';
import { addressesOf, exportWallet, importedAddresses } from '../portal/support/exportWallet.js';
import { PortalVisit } from '../portal/support/PortalVisit.js';
import { decide } from '../support/emailVisitor.js';
import { inOrder } from '../support/inOrder.js';
import { it as journey } from '../support/journey.js';
import { Deployment, type KeyKind } from './support/Deployment.js';
import { serveHost } from './support/serveHost.js';

/** Where the keys are: with custodians, and in the long suites also in KMS. */
const KINDS: readonly KeyKind[] = process.env.LATCHKIT_FULL ? ['ceremony', 'kms'] : ['ceremony'];

const programs = postgresPrograms() ?? '';
const email = 'ada@mail.example';

/** The portal of a deployment. */
class ProductionVisit extends PortalVisit {
  constructor(
    page: Page,
    private readonly deployment: Deployment,
  ) {
    super(page, { url: deployment.urlOf('wallet'), suite: { inbox: deployment.inbox } }, email);
  }

  /** Ages the counters in the databases of the test. */
  override passCooldown(): Promise<void> {
    return this.deployment.passCooldown();
  }
}

const it = journey
  .extend('start', { scope: 'file' }, ({ stack: _ }, { onCleanup }) => {
    const started: Deployment[] = [];
    onCleanup(async () => {
      for (const one of started) await one.stop();
    });
    return async (keys: KeyKind) => {
      const made = await Deployment.start(programs, keys);
      started.push(made);
      return made;
    };
  })
  .extend('enter', ({ browser }, { onCleanup }) => {
    const made: BrowserContext[] = [];
    onCleanup(async () => {
      await Promise.all(made.map(context => context.close()));
    });
    /** Opens a browser of its own, which accepts the proxy's certificate. */
    return async () => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
      context.setDefaultTimeout(60_000);
      made.push(context);
      return context.newPage();
    };
  });

/** Logs a new user in on the guide's host page. Returns the address of the wallet. */
async function logInOnHost(host: Page, deployment: Deployment): Promise<string | null> {
  const { mails } = deployment;
  const mailed = async (from: 'gateway' | 'vault', pattern: RegExp) => {
    const found = () => pattern.exec(mails[from].mails(email).at(-1)?.text ?? '')?.[0];
    await vi.waitUntil(found, 60_000);
    return found() ?? '';
  };
  await host.goto(deployment.urlOf('shop'));
  await host.getByRole('button').first().click();
  await host.getByRole('textbox', { name: 'Email address' }).fill(email);
  await host.keyboard.press('Enter');
  await decide(host.context(), await mailed('vault', /https:\S+#t=[\w-]+/), 'Approve');
  const code = await mailed('gateway', /^\d{6}$/m);
  // Not by the keyboard: the modal has the name of the view before its field, while the view's code loads.
  await host.getByRole('dialog').getByRole('textbox', { name: 'Six-digit code' }).fill(code);
  const address = host.locator('output');
  await expect.poll(() => address.textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/);
  return address.textContent();
}

describe.skipIf(programs === '').each(KINDS)('docs/production.md with keys of a %s', keys => {
  let deployment: Deployment;
  inOrder();

  const missing = async () => {
    const [gateway, vault] = await Promise.all([deployment.missing('gateway'), deployment.missing('vault')]);
    return { gateway, vault };
  };
  const named = (...commands: readonly string[]) =>
    commands.map(command => expect.stringContaining(`: run latchkit-gateway ${command}`));
  const created = ['Wallets are created'];

  it('creates no wallets after the start, and names everything that is missing', async ({ start }) => {
    deployment = await start(keys);
    const ceremony = keys === 'ceremony' ? ['kek ceremony DIRECTORY, or set LATCHKIT_'] : [];
    await deployment.follow('5. Start');
    expect(await missing()).toEqual({
      gateway: expect.arrayContaining(named(...ceremony, 'backup FILE', 'canaries create', 'drill recovery')),
      vault: expect.arrayContaining(named(...ceremony, 'backup FILE')),
    });
  });

  it('still misses the backups and the drill after the key ceremony and the canary wallets', async () => {
    await deployment.holdDrill('recovery');
    await deployment.follow('6. Key ceremony');
    await deployment.follow('7. Canary wallets');
    expect(await missing()).toEqual({
      gateway: expect.arrayContaining(named('backup FILE', 'drill recovery')),
      vault: named('backup FILE'),
    });
  });

  it('still misses the drill after the backups', async () => {
    await deployment.follow('8. Backups');
    expect(await missing()).toEqual({ gateway: named('drill recovery'), vault: created });
  });

  it('creates wallets after the drill', async () => {
    await deployment.passCooldown();
    await deployment.follow('9. Recovery drill');
    await deployment.follow('10. The first wallet');
    expect(await missing()).toEqual({ gateway: created, vault: created });
    expect(deployment.output('verify-frame')).toContain('the same files as this package');
  });

  it('refuses to start or to create wallets when a part of it is gone', async () => {
    const away = 'smtp://127.0.0.1:1';
    const empty = mkdtempSync(path.join(os.tmpdir(), 'latchkit-empty-'));
    const http = deployment.command('gateway', ['ready'], { LATCHKIT_FRAME_URL: 'http://wallet.example' });
    const [portal, mail, vaultMail] = await Promise.all([
      deployment.missing('gateway', { LATCHKIT_FRAME_DIR: empty }),
      deployment.missing('gateway', { LATCHKIT_SMTP_URL: away }),
      deployment.missing('vault', { LATCHKIT_VAULT_SMTP_URL: away }),
      expect(http).rejects.toThrow('LATCHKIT_FRAME_URL must be an origin'),
    ]);
    rmSync(empty, { recursive: true });
    expect(portal).toEqual([expect.stringContaining('check LATCHKIT_FRAME_DIR')]);
    expect(mail).toEqual([expect.stringContaining('check LATCHKIT_SMTP_URL')]);
    expect(vaultMail).toEqual([expect.stringContaining('check LATCHKIT_VAULT_SMTP_URL')]);
  });

  it('gives a user on a page of another site a wallet, which the portal exports after the wait', async ({
    enter,
    onTestFinished,
  }) => {
    onTestFinished(await serveHost(deployment.hostCode, deployment.tls, deployment.shopPort));
    const address = await logInOnHost(await enter(), deployment);
    const portal = new ProductionVisit(await enter(), deployment);
    await portal.logIn();
    const [evm, solana] = await addressesOf(portal);
    expect(evm).toBe(address);
    await portal.open('export');
    await portal.shows(/^Export opens /);
    expect(await portal.button('Send me a code').count()).toBe(0);
    await deployment
      .database('gateway')
      .query(
        "update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '25 hours'",
      );
    await portal.page.reload();
    expect(await importedAddresses(await exportWallet(portal))).toEqual({ evm, solana });
  });
});
