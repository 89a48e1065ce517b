import type { Locator, Page } from 'playwright-core';

/** The demo wallet, as its visitor sees it. */
export class WalletPage {
  constructor(readonly page: Page) {}

  /** Opens it under the strict policy; waits until it is drawn. */
  async open(path = '/wallet.html?csp=strict'): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { name: 'Harbor' }).waitFor();
  }

  /** Pastes the link of a page, and presses Connect. */
  async paste(uri: string): Promise<void> {
    await this.page.getByLabel('WalletConnect link').fill(uri);
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
  }

  /** Waits until it asks for a decision under this title. */
  async asks(title: string): Promise<void> {
    await this.page.getByRole('heading', { name: title, level: 2 }).waitFor();
  }

  /** What it shows under a term. */
  fact(term: string): Locator {
    return this.page
      .locator('dl > div')
      .filter({ has: this.page.getByText(term, { exact: true }) })
      .locator('dd');
  }

  /** The text that would be signed. */
  get message(): Locator {
    return this.page.locator('figure pre');
  }

  get notice(): Locator {
    return this.page.locator('.notice');
  }

  /** A connection, by the name of the page. */
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
