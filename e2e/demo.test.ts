import { parseEther, toHex } from 'viem';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { chainRequest } from './support/chain.js';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { itSmart as withEmail } from './support/knownVisitor.js';
import { resize } from './support/resize.js';
import { openPermissions } from './support/sessionKeys.js';

describe('demo', () => {
  it('shows a button to connect a wallet, and a host that is disconnected', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
    expect(await page.getByTestId('host-status').textContent()).toBe('disconnected');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'contacts only the services of the stack before the visitor acts',
    async ({ page, stack }) => {
      const hosts = new Set<string>();
      page.on('request', request => hosts.add(new URL(request.url()).origin));
      await page.goto('/', { waitUntil: 'networkidle' });
      expect([...hosts].filter(host => !Object.values(stack).includes(host))).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('keeps the parts of a payment apart at 320 px', async ({ page }) => {
    await resize(page, { width: 320, height: 640 });
    await page.goto('/');
    const payments = page.locator('.payees li');
    await payments.first().waitFor();
    const overlaps = await payments.evaluateAll(rows =>
      rows.flatMap(row => {
        // Text may overflow its box.
        const boxes = [...row.children].map(part => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return (part.matches('button') ? part : range).getBoundingClientRect();
        });
        return boxes.flatMap((a, index) =>
          boxes
            .slice(index + 1)
            .filter(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            .map(() => row.textContent),
        );
      }),
    );
    expect(overlaps).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

describe('settings', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'shows everything that is built without parameters, and turns it off by mouse and by keyboard',
    async ({ demo, page }) => {
      await page.goto('/');
      const settings = page.getByRole('region', { name: 'Settings' });
      const isOn = (name: string) => settings.getByRole('checkbox', { name, exact: true }).isChecked();
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button('WalletConnect').waitFor();
      await demo.modal.getByRole('textbox', { name: 'Email address' }).waitFor();
      await demo.button('Close').click();
      await demo.isClosed();
      await settings.getByRole('checkbox', { name: 'WalletConnect' }).click();
      await eventually(() => isOn('WalletConnect'), false);
      await settings.getByRole('checkbox', { name: 'Email' }).press('Space');
      await eventually(() => isOn('Email'), false);
      await settings.getByRole('combobox', { name: 'Networks' }).selectOption('evm');
      await eventually(() => page.evaluate(() => window.demo.kit.options.adapters?.length), 1);
      expect(page.url()).toMatch(/\/\?walletConnect=0&email=0&adapters=evm$/);
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button('MetaMask').waitFor();
      expect(await demo.button('WalletConnect').count()).toBe(0);
      expect(await demo.modal.getByRole('textbox', { name: 'Email address' }).count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'keeps the focus on the changed setting across the reload',
    async ({ page }) => {
      await page.goto('/?adapters=evm&walletConnect=0');
      const settings = page.getByRole('region', { name: 'Settings' });
      const hasFocus = (label: string) =>
        eventually(
          () =>
            page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? ''),
          expect.stringMatching(new RegExp(`^${label}`)),
        );
      await settings.getByRole('checkbox', { name: 'Email' }).focus();
      await page.keyboard.press('Space');
      await eventually(() => page.url(), expect.stringContaining('email=0'));
      await hasFocus('Email');
      // Tab continues from there, not from the top of the page.
      await page.keyboard.press('Tab');
      await hasFocus('Social logins');
      await page.keyboard.press('ArrowDown');
      await eventually(() => page.url(), expect.stringContaining('telegram'));
      await hasFocus('Social logins');
      // A reload by the visitor moves no focus.
      await page.reload();
      await settings.waitFor();
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    },
  );
});

describe('developer panel', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'shows what the connected wallet is and can do',
    async ({ demo, page }) => {
      await page.goto('/');
      await demo.reads('provider', 'none');
      await demo.reads('payment', 'none');
      await demo.openConnected('prompt=auto');
      await demo.reads('account-type', 'eoa');
      await demo.reads('capabilities', '{"0x7a69":{"atomic":{"status":"unsupported"}}}');
      await demo.reads('provider', 'none');
      await demo.hostButton('Pay').click();
      await demo.shows('Pay', 'Pay');
      await demo.button('Close').click();
      await eventually(() => demo.read('error'), expect.stringMatching(/^PAYMENT_/));
      await demo.hostButton('Call with permission').click();
      await demo.reads('error', 'NO_PERMISSION: Press “Grant permission” first');
    },
  );

  withEmail.runIf(process.env.LATCHKIT_FULL)(
    'gets a permission of an email user, and uses it without a prompt within its limit',
    async ({ visitor, stack }) => {
      const { demo } = visitor;
      await visitor.open();
      await chainRequest(stack.chainA, 'anvil_setBalance', [visitor.address, toHex(parseEther('1'))]);
      await demo.reads('account-type', 'smartAccount');
      await demo.reads('provider', 'email');
      await demo.hostButton('Grant permission').click();
      await new ApprovalPage(demo).pressIn(await openPermissions(demo), 'Allow');
      await demo.isClosed();
      const pay = () => demo.hostButton('Call with permission').click();
      const hash = () => demo.read('transaction');
      await pay();
      await eventually(hash, expect.stringMatching(/^0x[0-9a-f]{64}$/));
      const first = await hash();
      await pay();
      await eventually(hash, expect.not.stringContaining(first));
      await pay();
      await eventually(() => demo.read('error'), expect.stringMatching(/^OPERATION_REFUSED: /));
    },
  );
});
