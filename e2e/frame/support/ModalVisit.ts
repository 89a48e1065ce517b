import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { DemoPage } from '../../support/DemoPage.js';
import { ServedVisit } from './ServedVisit.js';

/** Milliseconds between two emails to the same address. */
const COOLDOWN = 31_000;

/** A host page with the modal in Chromium, whose wallet uses the real services. */
export class ModalVisit extends ServedVisit {
  /** What every host page has. */
  readonly demo: DemoPage = new DemoPage(this.page);

  /** Opens the host page, or reloads it. */
  async load(query: Readonly<Record<string, string>> = {}): Promise<void> {
    const wanted = new URLSearchParams({ wallet: this.served.url, ...query });
    await this.page.goto(`${this.hostUrl}/modal.html?${wanted}`);
  }

  /** Opens the host page, or reloads it, and then the modal. */
  async open(query?: Readonly<Record<string, string>>): Promise<void> {
    await this.load(query);
    await this.page.getByRole('banner').getByRole('button').click();
  }

  /** Opens the host page of a visitor who is logged in, or reloads it, and then Account. */
  async openAccount(): Promise<void> {
    await this.load();
    await this.connected();
    await this.page.getByRole('banner').getByRole('button').click();
    await this.demo.shows('Account');
  }

  /** Logs in with an email address of a new wallet, or in a browser that is new to it. */
  async logIn(email: string): Promise<void> {
    await this.open();
    await this.enter(email);
    await this.followLink(email);
    await this.typeCode(email);
    await this.connected();
    await this.demo.isClosed();
  }

  /** Lets time pass here and at the services, from the next reload on. */
  async passTime(milliseconds: number): Promise<void> {
    vi.setSystemTime(Date.now() + milliseconds);
    // Not with `install`, which replaces the timers too: the services' clock stands still as well.
    await this.page.clock.setFixedTime(Date.now());
  }

  /** Ends the time in which no further email is sent, here and at the services. */
  async passCooldown(): Promise<void> {
    vi.setSystemTime(Date.now() + COOLDOWN);
    await this.page.evaluate(() => localStorage.setItem('latchkit.v1.last_email_login_time', '1'));
  }

  /** Enters an email address, up to the step that waits for the link. */
  async enter(email: string): Promise<void> {
    await this.passCooldown();
    await this.demo.shows('Connect');
    await this.demo.modal.getByRole('textbox', { name: 'Email address' }).fill(email);
    await this.page.keyboard.press('Enter');
    await this.demo.shows('EmailVerifyDevice', 'New device');
  }

  /** Waits until the modal says this in its heading, and returns the sentence below. */
  async says(heading: string): Promise<string> {
    await this.demo.modal.getByRole('heading', { name: heading, level: 3, exact: true }).waitFor();
    return (await this.demo.modal.locator('.lk-hero-text').textContent()) ?? '';
  }

  /** Types the newest code. */
  async typeCode(email: string): Promise<void> {
    await this.demo.shows('EmailVerifyOtp', 'Log in');
    await this.demo.modal.getByRole('textbox', { name: 'Six-digit code' }).fill(this.code(email));
  }

  /** Opens the wallet window with the button of the wallet page. */
  async openWindow(): Promise<Page> {
    await this.demo.shows('ApproveTransaction');
    const opened = this.page.context().waitForEvent('page');
    await this.page
      .frameLocator('iframe')
      .locator('.actions')
      .getByRole('button', { name: /^Review in the wallet window/ })
      .click();
    return opened;
  }

  /** Waits until the visitor is connected, and returns the EVM address. */
  async connected(): Promise<string | undefined> {
    const address = () =>
      this.page.evaluate(() => {
        const { namespaces } = window.kit.store.getState();
        return namespaces.eip155?.account.address;
      });
    await expect.poll(address).toBeDefined();
    return address();
  }
}
