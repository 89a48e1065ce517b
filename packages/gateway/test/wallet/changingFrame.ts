import {
  agreeToEmailCall,
  commitEmailUpdateCall,
  commitVaultEmailUpdateCall,
  consentToEmailUpdateCall,
  EMAIL_CONSENT_TYPE,
  prepareEmailUpdateCall,
  readSessionCall,
  sendToNewAddressCall,
  sendToOldAddressCall,
  startEmailUpdateCall,
  verifyNewAddressCall,
  verifyOldAddressCall,
} from 'latchkit/protocol';
import { WALLET_TIMES } from '../../src/wallet/shared/walletLimits.js';
import { passTime } from '../passTime.js';
import type { WalletFrame } from './walletFrame.js';
import type { WalletSuite } from './walletSuite.js';

/** Steps of an email address change, in order. */
export const CHANGE_STEPS = [
  'update',
  'sendOld',
  'verifyOld',
  'sendNew',
  'verifyNew',
  'prepare',
  'commit',
  'follow',
] as const;

/** A step. */
export type ChangeStep = (typeof CHANGE_STEPS)[number];

/** Requests a change without consent yet; returns its calls. */
export async function askChange(frame: WalletFrame, access: string, next: string) {
  passTime(31_000);
  const started = await frame.ask('frame', startEmailUpdateCall, {
    body: { email: next },
    access,
  });
  const { txn, currentEmail, login } = started;
  /** The consent that the wallet page signs after the user's approval in the wallet window. */
  const consentTo = (more: Readonly<Record<string, unknown>> = {}) =>
    frame.sign(EMAIL_CONSENT_TYPE, {
      ...{ txn, from: currentEmail ?? null, to: next, hostOrigin: frame.page.origin, login },
      ...more,
    });
  return {
    ...started,
    consentTo,
    agree: async (consent?: string) =>
      frame.ask('frame', consentToEmailUpdateCall, {
        body: { txn, consent: consent ?? (await consentTo()) },
        access,
      }),
    sendOld: async (more: Readonly<Record<string, unknown>> = {}) =>
      frame.ask('vault', sendToOldAddressCall, {
        body: { consent: await consentTo(), currentEmail, email: next, ...more },
      }),
    /** Adds the address to a social login. */
    agreeToEmail: async (more: Readonly<Record<string, unknown>>) =>
      frame.ask('vault', agreeToEmailCall, { body: { consent: await consentTo(), email: next, ...more } }),
    verifyOld: (otp: string) => frame.ask('vault', verifyOldAddressCall, { body: { txn, otp } }),
    sendNew: (primaryGrant?: string) =>
      frame.ask('frame', sendToNewAddressCall, { body: { txn, primaryGrant }, access }),
    verifyNew: (otp: string) => frame.ask('frame', verifyNewAddressCall, { body: { txn, otp }, access }),
    prepare: (secondaryReceipt: string | undefined) =>
      frame.ask('vault', prepareEmailUpdateCall, {
        body: { secondaryReceipt },
      }),
    /** @param later - The access token of a later session. Default: that of the session that asked. */
    commit: (preparedGrant?: string, later = access) =>
      frame.ask('frame', commitEmailUpdateCall, {
        body: { txn, preparedGrant },
        access: later,
      }),
    follow: (commitReceipt: string | undefined) =>
      frame.ask('vault', commitVaultEmailUpdateCall, { body: { commitReceipt } }),
  };
}

/** Starts a change with consent; returns its calls. */
export async function beginChange(frame: WalletFrame, access: string, next: string) {
  const asked = await askChange(frame, access, next);
  const { updateReceipt } = await asked.agree();
  return {
    ...asked,
    updateReceipt,
    sendOld: (more: Readonly<Record<string, unknown>> = {}) => asked.sendOld({ updateReceipt, ...more }),
  };
}

type Begun = Awaited<ReturnType<typeof beginChange>>;

/** Performs the steps up to `last`, each as often as `times` says, with the emailed codes. Returns what the last one gave. */
export async function changeUpTo(
  begun: Begun,
  { frame, email, next }: { readonly frame: WalletFrame; readonly email: string; readonly next: string },
  last: ChangeStep,
  times = 1,
): Promise<string | undefined> {
  let word: string | undefined;
  const step: Record<ChangeStep, () => Promise<string | undefined>> = {
    update: async () => undefined,
    async sendOld() {
      passTime(31_000);
      await begun.sendOld();
      return undefined;
    },
    verifyOld: async () => (await begun.verifyOld(frame.code(email))).primaryGrant,
    async sendNew() {
      passTime(31_000);
      await begun.sendNew(word);
      return word;
    },
    verifyNew: async () => (await begun.verifyNew(frame.code(next))).secondaryReceipt,
    prepare: async () => (await begun.prepare(word)).preparedGrant,
    commit: async () => (await begun.commit(word)).commitReceipt,
    async follow() {
      await begun.follow(word);
      return word;
    },
  };
  for (const name of CHANGE_STEPS.slice(0, CHANGE_STEPS.indexOf(last) + 1)) {
    const given = word;
    for (let count = 0; count < times; count += 1) {
      word = given;
      word = await step[name]();
    }
  }
  return word;
}

/** A change of the address by a user without a wallet, such as somebody who reads the mail. */
export async function changeWithoutWallet(suite: WalletSuite, email: string) {
  const next = suite.address();
  const frame = await suite.frame();
  const { session } = await frame.signIn(email);
  const begun = await beginChange(frame, session.access, next);
  return { ...begun, upTo: (last: ChangeStep) => changeUpTo(begun, { frame, email, next }, last) };
}

/** A user with a wallet who has started a change. */
export async function changingFrame(suite: WalletSuite, to?: string) {
  const email = suite.address();
  const next = to ?? suite.address();
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  const account = await frame.create(signedIn);
  const { access } = signedIn.session;
  const begun = await beginChange(frame, access, next);
  return {
    ...begun,
    ...{ frame, email, next, access, account },
    upTo: (last: ChangeStep, times?: number) => changeUpTo(begun, { frame, email, next }, last, times),
    /** The current address, from the wallet service. */
    current: async () => (await frame.ask('frame', readSessionCall, { access })).user.email,
    /** Signs in on a new device a day later, as a changed address requires, and opens the recovery set. */
    async recovered(address: string) {
      passTime(WALLET_TIMES.changedAddress + 31_000);
      const another = await suite.frame();
      return (await another.recover(await another.signIn(address))).account;
    },
  };
}
