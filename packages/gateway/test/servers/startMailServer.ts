import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A received email. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** Its text part. */
  readonly text: string;
  /** Milliseconds since this process started: orders the emails of several servers. */
  readonly receivedAt: number;
}

/** A mail server that keeps what it receives. */
export interface MailServer {
  readonly port: number;
  /** Lists the emails to an address, oldest first. */
  mails(to: string): readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Starts a real SMTP server on this machine. @param port - Default: a free one. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      text(stream).then(message => {
        const content = { subject: subjectOf(message), text: textOf(message), receivedAt: performance.now() };
        for (const { address } of envelope.rcptTo) received.push({ to: address, ...content });
        done();
      }, done);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails: to => received.filter(mail => mail.to === to),
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

function subjectOf(message: string): string {
  return /^Subject: (.*)$/m.exec(message)?.[1]?.trim() ?? '';
}

/** The text part of a message (RFC 2045), decoded if it is quoted-printable. */
function textOf(message: string): string {
  const [, headers = '', body = ''] =
    /^(Content-Type: text\/plain[\s\S]*?)\r?\n\r?\n([\s\S]*?)(?=\r?\n--)/m.exec(message) ?? [];
  const isQuoted = /Content-Transfer-Encoding: quoted-printable/i.test(
    message.slice(0, message.indexOf(body)),
  );
  const plain = body.replaceAll('\r\n', '\n');
  if (!isQuoted && !/quoted-printable/i.test(headers)) return plain;
  const bytes = plain
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
