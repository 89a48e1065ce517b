import { evmCoinType, isAccountName } from '../../protocol/accountName.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import { changeNameCall, type changeNameRequest } from '../../protocol/calls/project/names.js';
import { createError } from '../../protocol/errors.js';
import type { NameOrder } from '../../protocol/gateway/nameOrders.js';
import type { NameChange } from '../../protocol/gateway/profile.js';
import { withChain } from '../connection/chainState.js';
import { callGateway } from '../kernel/callGateway.js';
import { gatewayClock } from '../kernel/gatewayClock.js';
import type { Latchkit } from '../Latchkit.js';
import { currentView } from '../modal/modalState.js';
import { replaceView } from '../modal/navigate.js';
import { withTransactionStep } from '../transactions/withTransactionStep.js';
import { signTypedData } from '../walletActions/signMessage.js';
import {
  fetchNames,
  forgetNames,
  named,
  prepareNameOrder,
  registerName,
  registrationFailed,
  type SignedRegistration,
} from './nameService.js';
import type { NameRegistration } from './namesState.js';
import { readNameRefusal } from './readNameRefusal.js';

/** Names are of EVM accounts. */
const NAMESPACE = 'eip155';

/** A name to register. */
export interface RegisterAccountNameOptions {
  /** 4 to 32 letters, digits and hyphens, without the suffix. */
  readonly name: string;
  /** Text records of the name (ENSIP-5), for example `{ url: 'https://ada.example' }`. Default none. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * Registers a name for the active account of the embedded wallet: asks the wallet to sign, then the gateway to register. The account's
 * `profileName` is then the name, and an open RegisterAccountName view continues to RegisterAccountNameSuccess.
 *
 * @returns the name, with its suffix.
 * @throws ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND if no account of the embedded wallet is active; INVALID_NAME; REQUEST_REJECTED if the
 * visitor refused to sign; REGISTER_NAME_FAILED; NAMES_OF_ADDRESS_FAILED.
 *
 * @example
 * const name = await registerAccountName(kit, { name: 'ada-lovelace' });
 */
export async function registerAccountName(
  kit: Latchkit,
  { name, attributes = {} }: RegisterAccountNameOptions,
): Promise<string> {
  const account = embeddedAccount(kit);
  const label = name.toLowerCase();
  requireName(label);
  const suffix = await suffixFor(kit, account.address, label);
  setRegistration(kit, suffix, { name: label, status: 'pending', error: undefined });
  try {
    const registered = await withTransactionStep(kit, 'name', async () => {
      const content = { name: `${label}${suffix}`, attributes, timestamp: seconds(kit) };
      return registerName(kit, await sign(kit, account, { action: 'register', ...content }, content));
    });
    setRegistration(kit, suffix, undefined);
    showName(kit, account.address, registered);
    const { modal } = kit.store.getState();
    if (modal.open && currentView(modal).name === 'RegisterAccountName')
      replaceView(kit, { name: 'RegisterAccountNameSuccess' });
    return registered;
  } catch (cause) {
    const failed = `${label}${suffix}`;
    // The caller gave the name without its suffix.
    const error =
      isError(cause, 'REGISTER_NAME_FAILED') && cause.message === registrationFailed(failed)
        ? new BaseError('REGISTER_NAME_FAILED', registrationFailed(name), { cause })
        : toError(cause);
    setRegistration(kit, suffix, { name: label, status: 'error', error });
    throw error;
  }
}

/**
 * Renames the active account of the embedded wallet, releases its name, or lets another account register it. A name that was
 * renamed or released is blocked for 90 days. The other account becomes the owner when it calls {@link registerAccountName}.
 *
 * @param change - `to`: the new name without its suffix, or the address of the other account.
 * @returns the account's name, with its suffix; undefined after a release.
 * @throws as {@link registerAccountName}; REGISTER_NAME_FAILED also if the account has no name.
 *
 * @example
 * const name = await changeAccountName(kit, { action: 'rename', to: 'ada-byron' });
 */
export async function changeAccountName(kit: Latchkit, change: NameChange): Promise<string | undefined> {
  const account = embeddedAccount(kit);
  const { names, suffix } = await fetchNames(kit, account.address);
  const [name] = names;
  if (name === undefined) throw new BaseError('REGISTER_NAME_FAILED', 'The account has no name');
  if (change.action === 'rename') requireName(change.to.toLowerCase());
  const asked =
    change.action === 'rename' ? { ...change, to: `${change.to.toLowerCase()}${suffix ?? ''}` } : change;
  const code = 'REGISTER_NAME_FAILED';
  const changed = await withTransactionStep(kit, 'name', async () => {
    const order = { ...asked, name, timestamp: seconds(kit) };
    const { coinType: coin_type, ...signed } = await sign(kit, account, order, order);
    const answer = callGateway<typeof changeNameRequest>(kit, changeNameCall, {
      params: { name },
      body: { coin_type, ...signed },
      readRefusal: readNameRefusal(code),
    });
    return named(code, registrationFailed(name), answer);
  });
  forgetNames(kit, account.address);
  showName(kit, account.address, changed.name ?? undefined);
  return changed.name ?? undefined;
}

interface EmbeddedAccount {
  readonly address: string;
  readonly coinType: number;
}

/** @throws ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND */
function embeddedAccount(kit: Latchkit): EmbeddedAccount {
  const { account, network } = kit.store.getState().namespaces[NAMESPACE] ?? {};
  if (!network || !account?.address || !account.embeddedWalletInfo) {
    throw new BaseError('ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND', 'Address or auth connector not found');
  }
  return { address: account.address, coinType: evmCoinType(Number(network.id)) };
}

/** @throws INVALID_NAME */
function requireName(name: string): void {
  if (!isAccountName(name)) {
    throw new BaseError('INVALID_NAME', 'A name has 4 to 32 letters, digits or hyphens');
  }
}

async function suffixFor(kit: Latchkit, address: string, name: string): Promise<string> {
  const suffix = kit.store.getState().names?.suffix ?? (await fetchNames(kit, address)).suffix;
  if (suffix === undefined) throw new BaseError('REGISTER_NAME_FAILED', registrationFailed(name));
  return suffix;
}

async function sign(
  kit: Latchkit,
  account: EmbeddedAccount,
  order: NameOrder,
  content: object,
): Promise<SignedRegistration> {
  const { message, typedData } = await prepareNameOrder(kit, account, order, content);
  const signature = await signTypedData(kit, { typedData, namespace: NAMESPACE });
  return { ...account, message, signature };
}

function setRegistration(
  { kernel }: Latchkit,
  suffix: string,
  registration: NameRegistration | undefined,
): void {
  kernel.set({ names: { suffix, registration } });
}

function toError(cause: unknown): BaseError {
  return isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
}

/** Shows the name of an account, if it is still the active one. */
function showName({ kernel }: Latchkit, address: string, profileName: string | undefined): void {
  kernel.set(state => {
    const chain = state.namespaces[NAMESPACE];
    return chain?.account.address === address ? withChain(state, NAMESPACE, { ...chain, profileName }) : {};
  });
}

/** The gateway's time, because the gateway checks it. */
function seconds(kit: Latchkit): number {
  return Math.floor(gatewayClock(kit).now() / 1_000);
}
