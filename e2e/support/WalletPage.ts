import type { Locator, Page } from 'playwright-core';

/** The demo wallet, as a visitor sees it. */
export class WalletPage {
  constructor(readonly page: Page) {}

  /** Opens it under the strict CSP and waits until it is rendered. */
  async open(path = '/wallet.html?csp=strict'): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { name: 'Harbor' }).waitFor();
  }

  /** Pastes a page's link and presses Connect. */
  async paste(uri: string): Promise<void> {
    await this.page.getByLabel('WalletConnect link').fill(uri);
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
  }

  /** Waits until it shows a request with this title. */
  async asks(title: string): Promise<void> {
    await this.page.getByRole('heading', { name: title, level: 2 }).waitFor();
  }

  /** Locates the value of a term. */
  fact(term: string): Locator {
    return this.page
      .locator('dl > div')
      .filter({ has: this.page.getByText(term, { exact: true }) })
      .locator('dd');
  }

  /** The text to sign. */
  get message(): Locator {
    return this.page.locator('figure pre');
  }

  get notice(): Locator {
    return this.page.locator('.notice');
  }

  /** Locates a connection by the page's name. */
  connection(name: string): Locator {
    return this.page
      .getByRole('region', { name: 'Connections' })
      .getByRole('listitem')
      .filter({ hasText: name });
  }

  async approve(): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve' }).click();
  }

  async reject(): Promise<void> {
    await this.page.getByRole('button', { name: 'Reject' }).click();
  }
}
