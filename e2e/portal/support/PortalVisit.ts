import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { mailedIn } from '../../frame/support/mailedIn.js';
import { decide } from '../../support/emailVisitor.js';

/** Milliseconds between two emails to the same address. */
const COOLDOWN = 31_000;

/** What a visit needs of the services. */
export interface PortalServices {
  /** URL of the wallet service. */
  readonly url: string;
  readonly suite: {
    readonly inbox: {
      mails(to: string): readonly { readonly subject: string; readonly text: string }[];
    };
  };
}

/** The portal in Chromium, with the real services. The services use the clock of the test. */
export class PortalVisit {
  constructor(
    readonly page: Page,
    readonly served: PortalServices,
    readonly email: string,
  ) {}

  /** Emails before the last step that sends one. */
  private before = 0;

  /** Ends the time in which no further email is sent. Call it before a step that sends one. */
  async passCooldown(): Promise<void> {
    this.before = this.mails;
    vi.setSystemTime(Date.now() + COOLDOWN);
  }

  /** Opens a page of the portal by its fragment. */
  async open(id = ''): Promise<void> {
    await this.page.goto(`${this.served.url}/me#${id}`);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until a page or step with this title is shown. */
  async shows(title: string | RegExp): Promise<void> {
    const heading = this.page.getByRole('heading', { name: title, exact: true }).first();
    await heading.waitFor().catch(async (cause: unknown) => {
      throw new Error(`'${title}' is not shown, but:\n${await this.page.locator('body').ariaSnapshot()}`, {
        cause,
      });
    });
  }

  /** Follows a link of the navigation, or of the list of pages on a phone. */
  async goTo(name: string, title = name): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name }).first().click();
    await this.shows(title);
  }

  /** Returns the match in the newest email that contains the pattern. @param after - The number of older emails to skip. */
  mailed(pattern: RegExp, after = 0): string {
    return mailedIn(this.served.suite, this.email, pattern, after);
  }

  get mails(): number {
    return this.served.suite.inbox.mails(this.email).length;
  }

  /** Enters the code that is sent after so many emails. Notices may come before it. */
  async enterCode(before: number): Promise<void> {
    const code = await vi.waitFor(() => this.mailed(/^(\d{6})$/m, before), 20_000);
    await this.page.getByRole('textbox', { name: 'Six-digit code' }).fill(code);
  }

  /** Enters the code that the last step sent. The email of an earlier step would still be the newest until this one has come. */
  enterNewestCode(): Promise<void> {
    return this.enterCode(this.before);
  }

  /** Sends the email of the next step and enters its code. */
  async confirm(send: () => Promise<unknown>): Promise<void> {
    await this.passCooldown();
    await send();
    await this.enterNewestCode();
  }

  /** Logs in by email: with the link first, if the browser is new to the wallet. */
  async logIn(beforeCode?: () => Promise<unknown>): Promise<void> {
    await this.startLogIn(beforeCode);
    await this.shows('Your wallet');
  }

  /**
   * Logs in by email up to the code, after which the wallet opens or asks for its password.
   *
   * @param beforeCode - On a browser that is new to the wallet: called when it asks for the code.
   */
  async startLogIn(beforeCode: () => Promise<unknown> = async () => {}): Promise<void> {
    await this.passCooldown();
    await this.open();
    const before = this.mails;
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(this.email);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('heading', { name: /^(Approve this browser|Check your email)$/ }).waitFor();
    if (await this.page.getByRole('heading', { name: 'Approve this browser' }).isVisible()) {
      await this.approve(before);
      await this.shows('Check your email');
      await beforeCode();
    }
    await this.enterCode(before);
  }

  /** Follows the link that is sent after so many emails in another tab, and approves. */
  private async approve(before: number): Promise<void> {
    const link = await vi.waitFor(() => this.mailed(/(https?:\/\/\S+#t=[\w-]+)/, before), 20_000);
    await decide(this.page.context(), link, 'Approve');
  }
}
