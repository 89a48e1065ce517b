import { getBase58Decoder } from '@solana/kit';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ApprovalPage } from '../support/ApprovalPage.js';
import { decideChange, openChangeEmail } from '../support/changeEmail.js';
import { DemoPage, eventually } from '../support/DemoPage.js';
import { it } from '../support/demo.js';
import { decide, logIn, logInAs, switchToEoa, toDeviceStep, visitor } from '../support/emailVisitor.js';
import { recordMessages } from '../support/recordMessages.js';

const CHAIN = 'eip155:31337';
const SOLANA = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';
const MESSAGE = 'Meridian asks you to confirm that this account is yours.';

/** Returns the account's email address, as the host reads it. */
const emailOfHost = (page: Page) =>
  page.evaluate(() => {
    const { namespaces } = window.demo.kit.store.getState();
    return namespaces.eip155?.account.embeddedWalletInfo?.user.email;
  });

/** Returns a wrong code. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('messages between the page and the wallet page', () => {
  it('log a visitor in by email, device and code, and read the account and its network [FRAME-02] [FRAME-07] [FRAME-08] [FRAME-09] [FRAME-13] [FRAME-17] [FRAME-18] [FRAME-26]', async ({
    demo,
    page,
    context,
    stack,
  }) => {
    const messages = await recordMessages(page);
    const inbox = visitor(stack);
    await toDeviceStep(demo, page, inbox);
    const email = inbox.address;
    expect(Object.fromEntries(new URL(new ApprovalPage(demo).frame.url()).searchParams)).toEqual({
      projectId: '0'.repeat(32),
      chainId: CHAIN,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      enableLogger: 'false',
    });
    const synced = (icons: readonly unknown[]) => ({
      payload: expect.objectContaining({
        metadata: expect.objectContaining({ name: 'Meridian', url: stack.demo, icons }),
      }),
      success: {},
    });
    const icon = `${stack.demo}/favicon.svg`;
    // Again once the page has drawn its icon, as the wallet page loads none.
    await eventually(
      () => messages('SYNC_DAPP_DATA'),
      [synced([icon]), synced([expect.stringMatching(/^data:image\/png;base64,/), icon])],
    );
    await eventually(
      () => messages('CONNECT_EMAIL'),
      [{ payload: { email }, success: { action: 'VERIFY_DEVICE' } }],
    );
    // The step waits for the link.
    await eventually(() => messages('CONNECT_DEVICE'), [{ payload: {} }]);
    await decide(context, await inbox.link(), 'Approve');
    await demo.shows('EmailVerifyOtp', 'Log in');
    await eventually(() => messages('CONNECT_DEVICE'), [{ payload: {}, success: { action: 'VERIFY_OTP' } }]);

    const code = await inbox.code();
    const wrong = otherCode(code);
    await page.keyboard.type(wrong);
    await demo.modal.getByRole('alert').filter({ hasText: 'That code isn’t right' }).waitFor();
    const refused = { payload: { otp: wrong }, error: expect.objectContaining({ code: 'OTP_INVALID' }) };
    await eventually(() => messages('CONNECT_OTP'), [refused]);
    expect(await demo.read('status')).toBe('disconnected');
    await page.keyboard.type(code);
    await demo.reads('status', 'connected');
    await demo.isClosed();
    await eventually(() => messages('CONNECT_OTP'), [refused, { payload: { otp: code }, success: {} }]);

    const address = await demo.read('address');
    await eventually(
      () => messages('GET_USER'),
      [
        {
          // The initial state of a new visitor.
          payload: { chainId: CHAIN, preferredAccountType: 'smartAccount' },
          success: expect.objectContaining({ email, address }),
        },
      ],
    );
    await eventually(() => emailOfHost(page), email);
    await eventually(() => messages('GET_CHAIN_ID'), [{ payload: {}, success: { chainId: CHAIN } }]);
    await demo.reads('chain-id', '31337');
    const success = { smartAccountEnabledNetworks: [31337, 31338] };
    await eventually(() => messages('GET_SMART_ACCOUNT_ENABLED_NETWORKS'), [{ payload: {}, success }]);
    await eventually(
      () => page.evaluate(() => localStorage.getItem('latchkit.v1.smart_account_networks')),
      '[31337,31338]',
    );
    // The response contained the wallet page's network, so the host doesn't send it again.
    expect(await messages('SWITCH_NETWORK')).toEqual([]);
  });

  it('restore a login, ask for signatures, and log out [FRAME-06] [FRAME-13] [FRAME-15] [FRAME-16] [FRAME-21]', async ({
    demo,
    page,
    stack,
  }) => {
    const messages = await recordMessages(page);
    const inbox = visitor(stack);
    await logInAs(inbox, demo, page, 'adapters=evm,solana');
    const address = await switchToEoa(demo);
    await page.reload();
    await demo.reads('status', 'connected');
    expect(await demo.read('address')).toBe(address);
    await eventually(() => messages('IS_CONNECTED'), [{ payload: {}, success: { isConnected: true } }]);
    // The account type that the visitor used last.
    await eventually(
      () => messages('GET_USER'),
      [
        {
          payload: { chainId: CHAIN, preferredAccountType: 'eoa' },
          success: expect.objectContaining({ email: inbox.address, address }),
        },
      ],
    );

    const approval = new ApprovalPage(demo);
    const hex = `0x${Buffer.from(MESSAGE).toString('hex')}`;
    const payload = {
      method: 'personal_sign',
      params: [hex, expect.stringMatching(new RegExp(`^${address}$`, 'i'))],
      chainId: CHAIN,
      chainNamespace: 'eip155',
    };
    const asked = async () =>
      (await messages('RPC_REQUEST')).filter(one =>
        /^(personal_sign|solana_signMessage)$/.test((one.payload as { method: string }).method),
      );
    await demo.hostButton('Sign message').click();
    await approval.reject();
    await eventually(async () => (await demo.read('error')).startsWith('REQUEST_REJECTED'), true);
    const refused = { payload, error: expect.objectContaining({ code: 'REJECTED' }) };
    await eventually(asked, [refused]);
    await demo.isClosed();
    await demo.hostButton('Sign message').click();
    await approval.approve();
    await eventually(async () => (await demo.read('signature')).length, 132);
    const signed = { payload, success: await demo.read('signature') };
    await eventually(asked, [refused, signed]);
    await demo.isClosed();

    // Each request contains the visitor's network.
    await demo.hostButton('Switch network').click();
    await demo.reads('chain-id', '31338');
    await eventually(
      () => messages('SWITCH_NETWORK'),
      [{ payload: { chainId: 'eip155:31338' }, success: { chainId: 'eip155:31338' } }],
    );
    await demo.hostButton('Sign message').click();
    await approval.approve();
    const onB = { payload: { ...payload, chainId: 'eip155:31338' }, success: signed.success };
    await eventually(asked, [refused, signed, onB]);
    await demo.isClosed();
    await demo.networkButton.click();
    await demo.shows('SwitchNetwork');
    await demo.modal.locator(`[data-return="network:${SOLANA}"]`).click();
    await demo.reads('namespace', 'solana');
    await demo.isClosed();
    const pubkey = await demo.read('address');
    await demo.hostButton('Sign message').click();
    await approval.approve();
    await eventually(
      async () => (await asked()).slice(3),
      [
        {
          payload: {
            method: 'solana_signMessage',
            params: { message: getBase58Decoder().decode(Buffer.from(MESSAGE)), pubkey },
            chainId: SOLANA,
            chainNamespace: 'solana',
          },
          success: { signature: expect.stringMatching(/^\w{64,88}$/) },
        },
      ],
    );
    await demo.isClosed();

    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Log out').click();
    await demo.reads('status', 'disconnected');
    await eventually(() => messages('SIGN_OUT'), [{ payload: {}, success: {} }]);
    await page.reload();
    await demo.reads('status', 'disconnected');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'find nobody signed in where only the page remembers a login, and have it forget that [FRAME-16]',
    async ({ demo, page, context, browser, stack }) => {
      await logIn(demo, page, stack);
      // Only the host page's storage, not the wallet page's.
      const storageState = await context.storageState();
      const elsewhere = await browser.newContext({ baseURL: stack.demo, storageState });
      const other = new DemoPage(await elsewhere.newPage());
      const messages = await recordMessages(other.page);
      await other.open('wallet=none');
      await eventually(() => messages('IS_CONNECTED'), [{ payload: {}, success: { isConnected: false } }]);
      await eventually(
        () => other.page.evaluate(() => localStorage.getItem('latchkit.v1.email_login')),
        null,
      );
      expect(await other.read('status')).toBe('disconnected');
      expect(await messages('GET_USER')).toEqual([]);
      await elsewhere.close();
    },
  );

  it('change the email with a code to each address [FRAME-22] [FRAME-23] [FRAME-24]', async ({
    demo,
    page,
    stack,
  }) => {
    const messages = await recordMessages(page);
    const [inbox, next] = [visitor(stack), visitor(stack)];
    await logInAs(inbox, demo, page);
    await openChangeEmail(demo, next.address);
    const approval = new ApprovalPage(demo);
    const payload = { email: next.address };
    await decideChange(approval, 'Reject');
    await demo.modal.getByText('The change wasn’t approved, so nothing was changed.').waitFor();
    const refused = { payload, error: expect.objectContaining({ code: 'REJECTED' }) };
    await eventually(() => messages('UPDATE_EMAIL'), [refused]);
    await decideChange(approval, 'Approve anyway');
    await demo.shows('UpdateEmailPrimaryOtp', 'Change email');
    await eventually(
      () => messages('UPDATE_EMAIL'),
      [refused, { payload, success: { action: 'VERIFY_PRIMARY_OTP' } }],
    );

    /** Types a wrong code, then the right one. */
    const type = async (label: string, code: string) => {
      const wrong = otherCode(code);
      const field = demo.modal.getByRole('textbox', { name: label });
      await field.click();
      await page.keyboard.type(wrong);
      await demo.modal.getByRole('alert').filter({ hasText: 'That code isn’t right' }).waitFor();
      await field.click();
      await page.keyboard.type(code);
      return { payload: { otp: wrong }, error: expect.objectContaining({ code: 'OTP_INVALID' }) };
    };
    const first = await inbox.code();
    const firstRefused = await type('Code from your current email', first);
    await demo.shows('UpdateEmailSecondaryOtp', 'Change email');
    await eventually(
      () => messages('UPDATE_EMAIL_PRIMARY_OTP'),
      [firstRefused, { payload: { otp: first }, success: {} }],
    );
    const second = await next.code();
    const secondRefused = await type('Code from your new email', second);
    await demo.shows('Account');
    await eventually(
      () => messages('UPDATE_EMAIL_SECONDARY_OTP'),
      [secondRefused, { payload: { otp: second }, success: { newEmail: next.address } }],
    );
  });

  it('say why a login does not go on: too soon after another mail, and declined from the mail [FRAME-07] [FRAME-08] [FRAME-25] [ENT-03]', async ({
    demo,
    page,
    context,
    browser,
    stack,
  }) => {
    const inbox = visitor(stack);
    const messages = await recordMessages(page);
    await toDeviceStep(demo, page, inbox, 'theme=dark&accent=%2311654a');
    const theme = {
      themeVariables: { '--lk-accent': '#11654a' },
      w3mThemeVariables: { '--w3m-accent': '#11654a' },
    };
    const dark = { payload: { themeMode: 'dark', ...theme }, success: {} };
    await eventually(() => messages('SYNC_THEME'), [dark]);
    await page.evaluate(() => window.demo.kit.kernel.set({ themeMode: 'light' }));
    await eventually(
      () => messages('SYNC_THEME'),
      [dark, { payload: { themeMode: 'light', ...theme }, success: {} }],
    );
    const elsewhere = await browser.newContext({ baseURL: stack.demo });
    const other = new DemoPage(await elsewhere.newPage());
    const sentElsewhere = await recordMessages(other.page);
    await other.open('wallet=none');
    await other.connectButton.click();
    await other.shows('Connect', 'Log in to Meridian');
    await other.modal.getByRole('textbox', { name: 'Email address' }).fill(inbox.address);
    await other.page.keyboard.press('Enter');
    await other.modal
      .getByText(/^Please try again after \d+ seconds?$/)
      .first()
      .waitFor();
    const error = { code: 'COOLDOWN', message: expect.any(String), retryAfter: expect.any(Number) };
    await eventually(() => sentElsewhere('CONNECT_EMAIL'), [{ payload: { email: inbox.address }, error }]);
    await elsewhere.close();

    await decide(context, await inbox.link(), 'Not me');
    await demo.modal.getByRole('heading', { name: 'Login declined' }).waitFor();
    await eventually(
      () => messages('CONNECT_DEVICE'),
      [{ payload: {}, error: expect.objectContaining({ code: 'DEVICE_DENIED' }) }],
    );
  });
});
