import { createKeyring } from '@latchkit/keyring';
import * as z from 'zod';
import { type CanaryRequest, canaryRequest } from './CanaryMessages.js';
import { type CanaryInstallation, createInstallation, newState } from './createInstallation.js';
import { type ReadMail, signChallenge, visitWallet } from './visitWallet.js';

/*
 * The program of the canary wallets, which the gateway starts as a child process: only here are keys of wallets in Node.
 */

/** Proofs are for no page. */
const ORIGIN = 'https://canary.invalid';

const mailAnswer = z.object({ kind: z.literal('mail'), text: z.string() });
const message = z.union([mailAnswer, canaryRequest]);

let takeMail: (text: string) => void = () => {};
let prover: CanaryInstallation | undefined;

const readMail: ReadMail = (service, email) =>
  new Promise(resolve => {
    takeMail = resolve;
    process.send?.({ kind: 'mail', service, email });
  });

const answer = async (request: CanaryRequest): Promise<unknown> => {
  if (request.kind === 'keys') {
    prover = await createInstallation(await newState());
    return { jkt: prover.jkt, encJwk: prover.encJwk };
  }
  if (request.kind !== 'prove') return visitWallet(request, readMail);
  if (prover === undefined) throw new Error('There are no keys yet');
  const { kind: _, vaultShare, challenge, ...share } = request;
  const keyring = createKeyring({ installation: prover, origin: ORIGIN });
  // The new device set is not stored anywhere; it is sealed to the only key at hand.
  await keyring.recover(share, vaultShare, { ...prover.encJwk, kid: 'none' });
  const { state: _state, ...signed } = await signChallenge(keyring, prover, ORIGIN, challenge);
  return signed;
};

process.on('message', received => {
  const parsed = message.parse(received);
  if (parsed.kind === 'mail') {
    takeMail(parsed.text);
    return;
  }
  answer(parsed).then(
    result => process.send?.({ kind: 'done', result }),
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      process.send?.({ kind: 'failed', message: text });
    },
  );
});
