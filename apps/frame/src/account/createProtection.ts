import { type KeyReceiver, type Protection, type SessionKeyring, sealPasskeyFactor } from '@latchkit/keyring';
import {
  addPasskeyCall,
  type addPasskeyRequest,
  askPasskeyCall,
  type askPasskeyRequest,
  type CallInput,
  type CallResponse,
  commitMoveCall,
  type commitMoveRequest,
  commitRecoveryCall,
  type commitRecoveryRequest,
  confirmPasskeyCall,
  type confirmPasskeyRequest,
  confirmRecoveryCall,
  type confirmRecoveryRequest,
  endRecoveryCall,
  type endRecoveryRequest,
  type PasskeyAssertion,
  type PasskeyQuestion,
  preparePasskeyCall,
  type preparePasskeyRequest,
  preparePasswordCall,
  type preparePasswordRequest,
  putProtectionCall,
  type putProtectionRequest,
  type RecoveryDelay,
  readProtectionCall,
  type readProtectionRequest,
  rekeyWalletCall,
  type rekeyWalletRequest,
  setRecoveryDelayCall,
  type setRecoveryDelayRequest,
  signProtectionReceiptCall,
  type signProtectionReceiptRequest,
  storeEpochCall,
  type storeEpochRequest,
  storeMoveCall,
  type storeMoveRequest,
  storeRecoveryShareCall,
  type storeRecoveryShareRequest,
} from 'latchkit/protocol';
import { createPasskey } from '../passkeys/createPasskey.js';
import { requestPasskey } from '../passkeys/requestPasskey.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { Session } from './createSession.js';
import { unlockWallet } from './openUserWallet.js';

/** How the wallet is protected, and what waits. */
export type ProtectionState = CallResponse<typeof readProtectionCall>;

/** The protection of the logged-in user's wallet, for the portal. */
export interface WalletProtection {
  read(): Promise<ProtectionState>;
  /**
   * Begins changes with a fresh code for `protection`. They are possible for ten minutes.
   *
   * @param code - Undefined: the user has no address, and has just logged in.
   * @param passkeyGrant - See {@link WalletProtection.proveWithPasskey}. Undefined: this device has had the wallet for 24 hours.
   */
  begin(code: string | undefined, passkeyGrant?: string): Promise<ProtectionChange>;
  /** Begins a rekey with a fresh code for `rekey`. It is possible for ten minutes. */
  beginRekey(code: string | undefined, passkeyGrant?: string): Promise<RekeyChange>;
  /** Begins a move with a fresh code for `move`. It is possible for ten minutes, and creates the new wallet with the same protection. */
  beginMove(code: string | undefined, passkeyGrant?: string): Promise<RekeyChange>;
  /** Lets the user use a passkey of the wallet. @returns the vault's grant for that, for an export or what destroys something. */
  proveWithPasskey(): Promise<string>;
  /** Cancels the recovery of a new installation. */
  cancel(id: string): Promise<void>;
  /** Lets a new installation open the wallet at once, with a fresh code for `waive`. Asks for a passkey if the wallet has one. */
  waive(id: string, code: string | undefined): Promise<void>;
}

/** Changes of the protection. */
export interface ProtectionChange {
  /**
   * Creates a passkey, tries it, and adds it to those of the wallet. The user also uses each of the others, because the
   * share is encrypted again.
   *
   * @param account - Shown by the browser beside the passkey.
   * @throws KEYRING_NO_PRF The passkey can't protect a wallet. KEYRING_FACTOR It gave another key when it was tried.
   */
  addPasskey(name: string, account: string): Promise<void>;
  /** Removes a passkey; the user uses those that stay. */
  removePasskey(id: string): Promise<void>;
  /** Protects the wallet with a password, after it was tried. */
  setPassword(password: string): Promise<void>;
  /** Returns to the login alone. */
  reset(): Promise<void>;
  setDelay(delay: RecoveryDelay): Promise<void>;
}

/** A rekey: a new wallet key, with which all other devices and sessions end. Or a move: another wallet besides the present one. */
export interface RekeyChange {
  /** What the wallet is protected with, and stays so. */
  readonly mode: ProtectionState['mode'];
  /**
   * Rekeys the wallet of this installation, or creates the new one. The user uses each of the passkeys.
   *
   * @param password - In password mode: the password for the new share, which may be another one.
   */
  run(password?: string): Promise<void>;
}

export interface ProtectionParts {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: KeyReceiver;
  readonly keyring: () => SessionKeyring;
  /** Creates a keyring for another wallet than the active one. */
  readonly openKeyring: () => SessionKeyring;
  readonly withAccess: Session['use'];
}

/** A passkey that will protect the wallet, with the output of its extension `prf`. */
interface StayingPasskey {
  readonly id: string;
  readonly prf: Uint8Array<ArrayBuffer>;
  readonly assertion?: PasskeyAssertion | undefined;
}

export function createProtection(parts: ProtectionParts): WalletProtection {
  const { vault } = parts;
  const end = async (id: string, body: Parameters<typeof endCall>[1]) => {
    await endCall(id, body);
  };
  const endCall = (
    id: string,
    body: { receipt: string; decision: 'cancel' | 'waive'; assertion?: PasskeyAssertion },
  ) => vault.call<typeof endRecoveryRequest>(endRecoveryCall, { params: { id }, body });
  return {
    async read() {
      return readState(parts, await receiptOf(parts, 'read', undefined));
    },
    begin: async (code, grant) =>
      createChange(parts, await receiptOf(parts, 'protection', code, grant), change),
    beginRekey: async (code, grant) => beginSame(parts, await receiptOf(parts, 'rekey', code, grant), rekey),
    beginMove: async (code, grant) => beginSame(parts, await receiptOf(parts, 'move', code, grant), move),
    async proveWithPasskey() {
      const receipt = await receiptOf(parts, 'read', undefined);
      const assertion = await proveAnyPasskey(parts, receipt);
      const body = { receipt, assertion };
      return (await vault.call<typeof confirmPasskeyRequest>(confirmPasskeyCall, { body })).passkeyGrant;
    },
    cancel: async id => end(id, { receipt: await receiptOf(parts, 'read', undefined), decision: 'cancel' }),
    async waive(id, code) {
      const receipt = await receiptOf(parts, 'waive', code);
      const { mode } = await readState(parts, receipt);
      const used = mode === 'passkey' ? await requestPasskey(await askPasskeys(parts, receipt)) : undefined;
      used?.prf.fill(0);
      await end(id, { receipt, decision: 'waive', ...(used && { assertion: used.assertion }) });
    },
  };
}

/** Begins something that encrypts a new share of the vault as the present one is. */
async function beginSame(parts: ProtectionParts, receipt: string, apply: Apply): Promise<RekeyChange> {
  const { mode } = await readState(parts, receipt);
  const { keepPasskeys, setPassword, reset } = createChange(parts, receipt, apply);
  return {
    mode,
    async run(password = '') {
      if (mode === 'passkey') await keepPasskeys();
      else if (mode === 'password') await setPassword(password);
      else await reset();
    },
  };
}

/** Puts a protection in force: {@link change} in the wallet's epoch, {@link rekey} in the next one, {@link move} for another wallet. */
type Apply = typeof change;

function createChange(
  parts: ProtectionParts,
  receipt: string,
  apply: Apply,
): ProtectionChange & { readonly keepPasskeys: (leaving?: string) => Promise<void> } {
  const { vault, installation, keyring } = parts;
  const inMode = async () => (await readState(parts, receipt)).mode;
  /** The passkeys that stay, each used once. */
  const staying = async (leaving?: string): Promise<readonly StayingPasskey[]> => {
    if ((await inMode()) !== 'passkey') return [];
    const question = await askPasskeys(parts, receipt);
    const used: StayingPasskey[] = [];
    for (const passkey of question.passkeys.filter(({ id }) => id !== leaving)) {
      used.push(await requestPasskey({ ...question, passkeys: [passkey] }));
    }
    return used;
  };
  const protectWith = async (passkeys: readonly StayingPasskey[], tried: StayingPasskey) => {
    const factors = await Promise.all(
      passkeys.map(async ({ id, prf }) => ({ id, jwe: await sealPasskeyFactor(prf, installation) })),
    );
    const assertion = passkeys.find(passkey => passkey.assertion !== undefined)?.assertion;
    const at = passkeys.findIndex(({ id }) => id === tried.id);
    const factor = async () => sealPasskeyFactor(tried.prf, installation);
    await apply(parts, receipt, { mode: 'passkey', factors }, { assertion, at, factor });
  };
  const keepPasskeys = async (leaving?: string) => {
    const others = await staying(leaving);
    const [first] = others;
    if (first === undefined) throw new Error('The last passkey is removed by another mode');
    await protectWith(others, { ...first, prf: Uint8Array.from(first.prf) });
  };
  return {
    keepPasskeys,
    async addPasskey(name, account) {
      const others = await staying();
      const prepared = await vault.call<typeof preparePasskeyRequest>(preparePasskeyCall, {
        body: { receipt },
      });
      const { credential, prf } = await createPasskey(prepared, account);
      const { id } = await vault.call<typeof addPasskeyRequest>(addPasskeyCall, {
        body: { receipt, name, credential },
      });
      const question: PasskeyQuestion = {
        ...{ challenge: prepared.challenge, rpId: prepared.rpId },
        passkeys: [
          {
            ...{ id, credentialId: credential.id, salt: prepared.salt },
            transports: credential.response.transports ?? [],
          },
        ],
      };
      const made = { id, prf: prf ?? (await requestPasskey(question)).prf };
      // Authenticators exist that give another output later: such a passkey would lock the wallet for good.
      await protectWith([...others, made], { id, prf: (await requestPasskey(question)).prf });
    },
    removePasskey: keepPasskeys,
    async setPassword(password) {
      const assertion = (await inMode()) === 'passkey' ? await proveAnyPasskey(parts, receipt) : undefined;
      const evaluate = async (id?: string) => {
        const blinded = await keyring().startPassword(password);
        const prepared = await vault.call<typeof preparePasswordRequest>(preparePasswordCall, {
          body: { receipt, blinded, id },
        });
        const jwe = await keyring().finishPassword(prepared.evaluated, prepared.salt, installation);
        return { id: prepared.id, jwe };
      };
      const made = await evaluate();
      const factor = async () => (await evaluate(made.id)).jwe;
      await apply(parts, receipt, { mode: 'password', factors: [made] }, { assertion, at: 0, factor });
    },
    async reset() {
      const assertion = (await inMode()) === 'passkey' ? await proveAnyPasskey(parts, receipt) : undefined;
      await apply(parts, receipt, { mode: 'automatic' }, { assertion, at: 0, factor: async () => undefined });
    },
    async setDelay(delay) {
      await vault.call<typeof setRecoveryDelayRequest>(setRecoveryDelayCall, { body: { receipt, delay } });
    },
  };
}

/** What a change needs besides the protection. */
interface Trial {
  /** Proves a passkey of a wallet that has passkeys. */
  readonly assertion: PasskeyAssertion | undefined;
  /** Which of the factors is tried. */
  readonly at: number;
  /** The key of that factor, derived once more. */
  readonly factor: () => Promise<string | undefined>;
}

/**
 * Puts another protection in force: both services store a new version besides the present one, it is opened with what they
 * return, and only then committed. A page that stops at any step leaves one of the two in force.
 */
async function change(
  parts: ProtectionParts,
  receipt: string,
  protection: Protection,
  { assertion, at, factor }: Trial,
): Promise<void> {
  const { walletService, withAccess } = parts;
  const { held, keys, walletId } = await unlocked(parts);
  const { half, ...next } = await held.protect(keys, protection);
  const { recoveryReceipt, version, stored } = await put(parts, walletId, {
    ...{ receipt, mode: protection.mode, assertion, ...next },
  });
  const back = await withAccess(access =>
    walletService.call<typeof storeRecoveryShareRequest>(storeRecoveryShareCall, {
      body: { half, recoveryReceipt, receipt },
      access,
    }),
  );
  await held.tryProtection(back, stored[at] ?? '', await factor());
  const { commitReceipt } = await withAccess(access =>
    walletService.call<typeof commitRecoveryRequest>(commitRecoveryCall, {
      body: { version, receipt },
      access,
    }),
  );
  await confirm(parts, walletId, commitReceipt);
}

/** Encrypts the same seed with a new wallet key, in the same steps as {@link change}. */
async function rekey(
  parts: ProtectionParts,
  receipt: string,
  protection: Protection,
  { assertion, at, factor }: Trial,
): Promise<void> {
  const { walletService, withAccess } = parts;
  const { held, keys, walletId } = await unlocked(parts);
  const { epoch, sealedSeed, halves, share, wraps } = await held.rekey(keys, protection);
  const { recoveryReceipt, version, stored } = await put(parts, walletId, {
    ...{ receipt, mode: protection.mode, assertion, epoch, share, wraps },
  });
  const back = await withAccess(access =>
    walletService.call<typeof storeEpochRequest>(storeEpochCall, {
      body: { receipt, epoch, sealedSeed, halves, recoveryReceipt },
      access,
    }),
  );
  await held.confirm(back.device, back.recovery, stored[at] ?? '', await factor());
  const { commitReceipt } = await withAccess(access =>
    walletService.call<typeof rekeyWalletRequest>(rekeyWalletCall, { body: { epoch, version }, access }),
  );
  await confirm(parts, walletId, commitReceipt);
}

/** Creates a wallet to move to, in the same steps as {@link change}. The active one stays unlocked. */
async function move(
  parts: ProtectionParts,
  receipt: string,
  protection: Protection,
  { assertion, at, factor }: Trial,
): Promise<void> {
  const { walletService, vault, withAccess } = parts;
  const held = parts.openKeyring();
  try {
    const id = crypto.randomUUID();
    const keys = { walletService: await walletService.sealingKey(), vault: await vault.sealingKey() };
    const { epoch, share, wraps, ...draft } = await held.createSecond(id, keys, protection);
    const { recoveryReceipt, stored } = await put(parts, id, {
      ...{ receipt, mode: protection.mode, assertion, epoch, share, wraps },
    });
    const back = await withAccess(access =>
      walletService.call<typeof storeMoveRequest>(storeMoveCall, {
        body: { ...draft, receipt, recoveryReceipt },
        access,
      }),
    );
    await held.confirm(back.device, back.recovery, stored[at] ?? '', await factor());
    const { commitReceipt } = await withAccess(access =>
      walletService.call<typeof commitMoveRequest>(commitMoveCall, { params: { id }, access }),
    );
    await confirm(parts, id, commitReceipt);
  } finally {
    held.end();
  }
}

/** Unlocks the wallet, and gets the keys of both services. */
async function unlocked({ walletService, vault, keyring, withAccess }: ProtectionParts) {
  const held = keyring();
  const [serviceKey, vaultKey, { walletId }] = await Promise.all([
    walletService.sealingKey(),
    vault.sealingKey(),
    withAccess(access => unlockWallet({ walletService, keyring: held }, access)),
  ]);
  return { held, walletId, keys: { walletService: serviceKey, vault: vaultKey } };
}

/** Stores a new version at the vault. */
const put = (
  { vault }: ProtectionParts,
  walletId: string,
  body: CallInput<typeof putProtectionRequest>['body'],
) => vault.call<typeof putProtectionRequest>(putProtectionCall, { params: { walletId }, body });

/** Lets the vault delete the other versions. */
const confirm = ({ vault }: ProtectionParts, walletId: string, commitReceipt: string) =>
  vault.call<typeof confirmRecoveryRequest>(confirmRecoveryCall, {
    params: { walletId },
    body: { commitReceipt },
    keepalive: true,
  });

async function proveAnyPasskey(parts: ProtectionParts, receipt: string): Promise<PasskeyAssertion> {
  const { assertion, prf } = await requestPasskey(await askPasskeys(parts, receipt));
  prf.fill(0);
  return assertion;
}

async function receiptOf(
  { walletService, withAccess }: ProtectionParts,
  action: CallInput<typeof signProtectionReceiptRequest>['body']['action'],
  code: string | undefined,
  passkeyGrant?: string,
): Promise<string> {
  const { receipt } = await withAccess(access =>
    walletService.call<typeof signProtectionReceiptRequest>(signProtectionReceiptCall, {
      body: { action, code, passkeyGrant },
      access,
    }),
  );
  return receipt;
}

const readState = ({ vault }: ProtectionParts, receipt: string) =>
  vault.call<typeof readProtectionRequest>(readProtectionCall, { body: { receipt } });

const askPasskeys = ({ vault }: ProtectionParts, receipt: string) =>
  vault.call<typeof askPasskeyRequest>(askPasskeyCall, { body: { receipt } });
