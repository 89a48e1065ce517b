import { expect } from 'vitest';
import type { Stack } from './startStack.js';

interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What the development inbox of the stack has for an address. */
export class Inbox {
  private read = 0;

  constructor(
    private readonly stack: Stack,
    readonly address: string,
  ) {}

  /** The link of the next mail. */
  async link(): Promise<string> {
    return this.find(/https?:\/\/\S+#t=[\w-]+/);
  }

  /** The code of the next mail. */
  async code(): Promise<string> {
    // In a line of its own: an address in the mail may have six digits, too.
    return this.find(/^\d{6}$/m);
  }

  /** Of all mails, oldest first. */
  async subjects(): Promise<readonly string[]> {
    return (await this.mails()).map(({ subject }) => subject);
  }

  /** What the next mail that was not read yet says. */
  private async find(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(
        async () => {
          const mail = (await this.mails())[this.read];
          found = mail && pattern.exec(mail.text)?.[0];
          return found;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBeDefined();
    this.read += 1;
    return found ?? '';
  }

  private async mails(): Promise<readonly ReceivedMail[]> {
    const answer = await fetch(`${this.stack.gateway}/dev/inbox?to=${encodeURIComponent(this.address)}`);
    return (await answer.json()) as readonly ReceivedMail[];
  }
}
