import { expect } from 'vitest';
import type { Stack } from './startStack.js';

interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The emails to one address in the stack's development inbox. */
export class Inbox {
  private read = 0;

  constructor(
    private readonly stack: Stack,
    readonly address: string,
  ) {}

  /** Returns the link in the next email. */
  async link(): Promise<string> {
    return this.find(/https?:\/\/\S+#t=[\w-]+/);
  }

  /** Returns the code in the next email. */
  async code(): Promise<string> {
    // Matches a whole line, because an address in the email may also contain six digits.
    return this.find(/^\d{6}$/m);
  }

  /** Returns the code in the next email that has one. Notices may come before it. */
  async nextCode(): Promise<string> {
    const code = /^\d{6}$/m;
    await expect
      .poll(async () => (await this.mails()).slice(this.read).findIndex(({ text }) => code.test(text)), {
        interval: 100,
      })
      .toBeGreaterThanOrEqual(0);
    this.read += (await this.mails()).slice(this.read).findIndex(({ text }) => code.test(text));
    return this.code();
  }

  /** Returns the subjects of all emails, oldest first. */
  async subjects(): Promise<readonly string[]> {
    return (await this.mails()).map(({ subject }) => subject);
  }

  /** Waits for the next unread email and returns the match in it. */
  private async find(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(
        async () => {
          const mail = (await this.mails())[this.read];
          found = mail && pattern.exec(mail.text)?.[0];
          return found;
        },
        { interval: 100 },
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
