import { fork } from 'node:child_process';
import * as z from 'zod';
import { packageFile } from '../../platform/packageFile.js';

/** The program that opens canary wallets, in the published package and in a built checkout. */
const PROGRAM = packageFile('canary/canary.mjs');

/** Milliseconds that an answer may take. */
const LIMIT = 120_000;

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), service: z.enum(['frame', 'vault']), email: z.string() }),
  z.object({ kind: z.literal('done'), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

/** Asks the program; the keys of canary wallets exist only there. */
export type AskCanary = <Result>(
  request: Readonly<Record<string, unknown>>,
  result: z.ZodType<Result>,
) => Promise<Result>;

/** Reads the newest email of a service to a canary. */
export type ReadCanaryMail = (service: 'frame' | 'vault', email: string) => Promise<string>;

/** Runs the program of the canary wallets for some requests, one after the other. */
export async function runCanary<Answer>(
  readMail: ReadCanaryMail,
  run: (ask: AskCanary) => Promise<Answer>,
): Promise<Answer> {
  const child = fork(PROGRAM, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // No secret of this process; an operator's own certificate authority, which the services may have.
    env: { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS },
    execArgv: [],
  });
  const ask = (request: Readonly<Record<string, unknown>>) =>
    new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(
        () => end(() => reject(new Error('The canary did not answer in time'))),
        LIMIT,
      );
      const end = (settle: () => void) => {
        clearTimeout(timer);
        child.off('message', listen);
        child.off('exit', exited);
        settle();
      };
      const exited = () => end(() => reject(new Error('The program of the canaries ended')));
      const listen = (received: unknown) => {
        const parsed = message.parse(received);
        if (parsed.kind === 'mail') {
          readMail(parsed.service, parsed.email).then(
            text => child.send({ kind: 'mail', text }),
            error => end(() => reject(error)),
          );
        } else if (parsed.kind === 'done') end(() => resolve(parsed.result));
        else end(() => reject(new Error(parsed.message)));
      };
      child.on('message', listen);
      child.once('exit', exited);
      child.send(request);
    });
  try {
    return await run(async (request, result) => result.parse(await ask(request)));
  } finally {
    child.kill();
  }
}
