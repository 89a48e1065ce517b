import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { it as journey } from '../../support/journey.js';
import { servePages } from './servePages.js';
import '../pages/Lab.js';

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** The lab page: a plain host page that adds Latchkit when a test calls it. */
export class LabPage {
  constructor(
    readonly page: Page,
    private readonly origin: string,
    private readonly chains: string,
  ) {}

  /** Returns the same for another page, for example of another browser. */
  on(page: Page): LabPage {
    return new LabPage(page, this.origin, this.chains);
  }

  /** Returns the URL of a page of `e2e/isolation/pages`. */
  address(name: string, build: 'prod' | 'dev' | 'copy' = 'prod', query = ''): string {
    return `${this.origin}/${build}/${name}.html?${this.chains}${query && `&${query}`}`;
  }

  /** Opens the lab page; waits until its script has run. */
  async open(build: 'prod' | 'dev' = 'prod', query = ''): Promise<void> {
    await this.page.goto(this.address('lab', build, query));
    await this.page.waitForFunction(() => window.labs !== undefined);
  }

  get button(): Locator {
    return this.page.getByRole('button', { name: /^(Connect wallet|Account)/ });
  }

  /** The open modal. */
  get modal(): Locator {
    return this.page.locator('[role="dialog"][data-view]');
  }

  row(name: string): Locator {
    return this.modal.getByRole('button', { name });
  }

  /** Waits until the modal shows a view without placeholders for its code or data. */
  async shows(view: string): Promise<void> {
    const body = '.lk-body:not(.lk-ghost):not(:has(.lk-skel))';
    await this.page.locator(`[role="dialog"][data-view="${view}"] ${body}`).waitFor();
  }

  async isClosed(): Promise<void> {
    await this.modal.waitFor({ state: 'detached' });
  }

  /** Lets an instance discover wallets, and waits until it has found this one. */
  async knows(connectorId: string, index = 0): Promise<void> {
    await this.page.evaluate(at => window.lab.hosts[at]?.discover(), index);
    await this.page.waitForFunction(
      ([id, at]) => window.lab.hosts[at]?.kit.store.getState().connectors.some(found => found.id === id),
      [connectorId, index] as const,
    );
  }

  /** Returns an instance's account status, as its host reads it. */
  status(index = 0): Promise<string | undefined> {
    return this.page.evaluate(
      at => window.lab.hosts[at]?.kit.store.getState().namespaces.eip155?.account.status,
      index,
    );
  }
}

/** `it` with the small host pages, served on their own port, and the unopened lab page. */
export const it = journey
  .extend('pages', { scope: 'file' }, async ({ stack: _ }, { onCleanup }) => {
    const server = await servePages(inject('isolationPages'));
    onCleanup(() => server.stop());
    return server.origin;
  })
  .extend('lab', ({ page, pages, stack }) => {
    const chains = new URLSearchParams({ chainA: stack.chainA, chainB: stack.chainB });
    return new LabPage(page, pages, String(chains));
  });
