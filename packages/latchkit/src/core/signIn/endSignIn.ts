import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { withLimit } from '../adapter/abortable.js';
import { switchNetwork } from '../connection/switchNetwork.js';
import { accountChoice } from '../embeddedWallet/accountChoice.js';
import { setPreferredAccount } from '../embeddedWallet/preferredAccount.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import { openModal } from '../modal/openModal.js';
import { askNext, isAsked, leaveConnection, stopAsking, updateRequest } from './requestSignIn.js';
import type { SiwxSession } from './SignInConfig.js';
import { askedEntry, isCurrent, type SignInEntry, type SignInRun, type SignInTarget } from './SignInRun.js';
import { sessionInForce, withdraw } from './sessions.js';

/**
 * Cancels the sign-in request. The connection stays if sign-in is optional. If it is required, the wallet returns to the network
 * or the account of the embedded wallet that signed in before, or is disconnected. Never rejects.
 */
export async function cancelRequest(run: SignInRun): Promise<void> {
  const entry = askedEntry(run);
  if (!entry) return;
  // A second press while the wallet does not respond.
  const isImpatient = run.kit.store.getState().signIn.asking?.step === 'leaving';
  if (!isImpatient) run.kit.kernel.emit({ event: 'SIGN_IN_CANCELLED', namespace: entry.target.namespace });
  if (!run.required) return dismiss(run, entry);
  if (!isImpatient && (await isBack(run, entry))) return;
  if (!isAsked(run, entry)) return;
  // A later response of the wallet is ignored.
  entry.status = 'dismissed';
  stopAsking(run);
  await leaveConnection(run, entry);
  askNext(run);
  // If the wallet cannot be disconnected, show its account view, which offers to disconnect.
  if (isCurrent(run, entry) && !run.kit.store.getState().signIn.asking) openModal(run.kit);
}

/** Switches the wallet back to where the visitor is signed in; returns whether that succeeded. */
async function isBack(run: SignInRun, entry: SignInEntry): Promise<boolean> {
  updateRequest(run, entry, { step: 'leaving' });
  if (await isBackAtOtherAccount(run, entry)) return true;
  if (!isAsked(run, entry)) return false;
  const before = await lastSignedIn(run, entry);
  if (before === undefined || !isAsked(run, entry)) return false;
  return isSwitched(run, before);
}

/**
 * Switches the embedded wallet back to its other account, if that was signed in before: the smart account or the EOA. On another
 * network, the account follows from the network.
 */
async function isBackAtOtherAccount(run: SignInRun, { target }: SignInEntry): Promise<boolean> {
  const { kit } = run;
  const { namespace, chainId, address } = target;
  const last = run.signedIn.get(namespace);
  const { account } = kit.store.getState().namespaces[namespace] ?? {};
  if (!account?.embeddedWalletInfo || !last || last.address === address) return false;
  const reading = run.signIn().then(signIn => signIn.getSessions(last));
  const sessions = await withLimit(reading, kit.kernel.signal).catch(() => []);
  if (!sessionInForce(run, { target: last }, sessions)) return false;
  if (last.chainId !== chainId) return isSwitched(run, last.chainId);
  const choice = accountChoice(kit.store.getState());
  if (choice?.type === undefined || choice.other.address !== last.address) return false;
  return setPreferredAccount(kit, { type: choice.type }).then(
    () => true,
    () => false,
  );
}

/** Skips sign-in; the visitor is not asked again for this account on this network. */
export function dismiss(run: SignInRun, entry: SignInEntry): void {
  entry.status = 'dismissed';
  rememberDismissal(run.kit.kernel.storage, entry.target);
  stopAsking(run);
  askNext(run);
}

/** The other network on which the account last signed in, if the host lists it and the session is valid. */
async function lastSignedIn(run: SignInRun, entry: SignInEntry): Promise<ChainId | undefined> {
  const { namespace, chainId, address } = entry.target;
  const networks = run.kit.store.getState().namespaces[namespace]?.networks ?? [];
  const others = networks.map(({ caipNetworkId }) => caipNetworkId).filter(id => id !== chainId);
  const find = async (id: ChainId) => {
    const account = { ...entry.target, chainId: id, address };
    const sessions = await (await run.signIn()).getSessions(account);
    return sessionInForce(run, { ...entry, target: account }, sessions);
  };
  const found = await withLimit(Promise.allSettled(others.map(find)), run.kit.kernel.signal).catch(() => []);
  const sessions = found.flatMap(one => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  return sessions.sort((a, b) => timeOf(b) - timeOf(a))[0]?.chainId;
}

function timeOf({ message }: SiwxSession): number {
  return Date.parse(message.issuedAt);
}

async function isSwitched({ kit }: SignInRun, id: ChainId): Promise<boolean> {
  try {
    await switchNetwork(kit, { chainId: id });
    return true;
  } catch {
    return false;
  }
}

/** Ends the session of a namespace's account, and its connection if sign-in is required. */
export async function signOutEntry(run: SignInRun, only: ChainNamespace | undefined): Promise<void> {
  const { kit } = run;
  const namespace = only ?? kit.store.getState().activeNamespace;
  const entry = run.entries.get(namespace);
  if (!entry) throw createError('CAIP_NETWORK_OR_ADDRESS_UNDEFINED');
  const ending = run.signIn().then(signIn => signIn.revokeSessions(entry.target));
  await withLimit(ending, kit.kernel.signal);
  if (run.entries.get(namespace) !== entry) return;
  withdraw(run, entry);
  kit.kernel.emit({ event: 'SIGN_OUT', namespace });
  if (!run.required) return dismiss(run, entry);
  entry.status = 'dismissed';
  await leaveConnection(run, entry);
}

/** Ends every session of a connection's accounts, so that disconnecting on a shared computer leaves none behind. */
export function signOutConnection(
  run: SignInRun,
  namespace: ChainNamespace,
  accounts: readonly string[],
): void {
  if (run.leaving) return;
  const { namespaces, connections } = run.kit.store.getState();
  const networks = namespaces[namespace]?.networks ?? [];
  // Another connected wallet may hold the same account.
  const held = connections.flatMap(one => one.accounts.map(({ address }) => address));
  const gone = accounts.filter(account => !held.includes(account));
  const end = async () => {
    const signIn = await run.signIn();
    const ending = networks.flatMap(({ caipNetworkId: chainId }) =>
      gone.map(address => signIn.revokeSessions({ address, chainId })),
    );
    await Promise.allSettled(ending);
  };
  end().catch(() => undefined);
}

/** Accounts on networks, as CAIP-10 ids, whose visitor skipped an optional sign-in. */
const DISMISSED = 'latchkit.v1.sign_in_dismissed';

/** Maximum number of accounts stored. */
const DISMISSED_LIMIT = 20;

/** Whether the visitor skipped sign-in. */
export function isDismissed(storage: Storage, target: SignInTarget): boolean {
  return readDismissed(storage).includes(idOf(target));
}

/** Stores that the visitor skipped sign-in, so that a reload does not ask again. */
function rememberDismissal(storage: Storage, target: SignInTarget): void {
  const id = idOf(target);
  const others = readDismissed(storage).filter(one => one !== id);
  storage.setItem(DISMISSED, JSON.stringify([id, ...others].slice(0, DISMISSED_LIMIT)));
}

/** A visitor who connects again is asked again. */
export function forgetDismissals(storage: Storage, { namespace }: SignInTarget): void {
  const others = readDismissed(storage).filter(id => !id.startsWith(`${namespace}:`));
  if (others.length > 0) storage.setItem(DISMISSED, JSON.stringify(others));
  else storage.removeItem(DISMISSED);
}

function readDismissed(storage: Storage): readonly string[] {
  const value = storedRecord(storage, DISMISSED);
  return Array.isArray(value) ? value.filter(id => typeof id === 'string') : [];
}

function idOf({ chainId, address }: SignInTarget): string {
  return `${chainId}:${address}`;
}
