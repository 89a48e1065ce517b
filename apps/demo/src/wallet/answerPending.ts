import type { CaipNetwork } from 'latchkit';
import type { RequestAnswer, WalletClient } from 'latchkit/walletconnect';
import { signInAs, signInMessages } from './signInAs.js';
import { signRequest } from './signRequest.js';
import type { Notice, Pending } from './WalletState.js';
import type { AccountKeys } from './walletKeys.js';
import { approvable } from './walletSupport.js';

/** The dependencies of an approval. */
export interface AnswerContext {
  readonly client: WalletClient;
  /** Keys of the selected account. */
  readonly keys: AccountKeys;
  /** The selected network first. */
  readonly networks: readonly CaipNetwork[];
  /** Called when the page does not confirm the connection. */
  onUnconfirmed(): void;
}

/** Completes an approved request and returns the notice to show. @throws the client's errors. */
export async function approvePending(context: AnswerContext, pending: Pending): Promise<Notice> {
  const { client, keys, networks } = context;
  const name = peerName(pending);
  if (pending.kind === 'proposal') {
    const namespaces = approvable(pending.asked, keys, networks) ?? {};
    const { acknowledged } = await client.approve({ id: pending.id, namespaces });
    acknowledged.catch(() => context.onUnconfirmed());
    return { tone: 'success', text: `Connected to ${name}.` };
  }
  if (pending.kind === 'signIn') {
    const messages = signInMessages(pending.asked.authPayload, keys, networks);
    await client.approveAuthentication(pending.id, await signInAs(messages, keys));
    return { tone: 'success', text: `Signed in to ${name}.` };
  }
  const answer: RequestAnswer = await signRequest(pending.read, pending.keys, pending.network).then(
    result => ({ result }),
    error => ({ error: { code: -32_000, message: reasonOf(error) } }),
  );
  await client.respond(pending.id, answer);
  return 'error' in answer
    ? { tone: 'danger', text: `Nothing was sent or signed. ${answer.error.message}` }
    : { tone: 'success', text: `${name} has your answer.` };
}

/** Rejects a request on the user's behalf. */
export async function rejectPending(client: WalletClient, pending: Pending): Promise<Notice> {
  const { kind, id } = pending;
  if (kind === 'proposal') await client.reject(id);
  else if (kind === 'signIn') await client.rejectAuthentication(id);
  else await client.respond(id, { error: { code: 5000, message: 'User rejected.' } });
  return { tone: 'success', text: `You declined. ${peerName(pending)} was told, and got nothing else.` };
}

/** The requesting page, as it describes itself. */
export function peerOf(pending: Pending) {
  if (pending.kind === 'proposal') return pending.asked.proposer.metadata;
  return pending.kind === 'signIn' ? pending.asked.requester.metadata : pending.session.peer.metadata;
}

const peerName = (pending: Pending) => peerOf(pending).name || 'The page';

/** Formats an error as a sentence. */
export function reasonOf(error: unknown): string {
  const { shortMessage, message } = error as { shortMessage?: string; message?: string };
  return `${shortMessage ?? message ?? String(error)}`.replace(/\.?$/, '.');
}
