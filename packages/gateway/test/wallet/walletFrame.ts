import { randomBytes, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import {
  type CallResponse,
  callPath,
  commitMoveCall,
  commitWalletCall,
  confirmRecoveryCall,
  decideApprovalCall,
  draftWalletCall,
  enrolInstallationCall,
  type HttpCall,
  PORTAL_PROJECT,
  type PortalAction,
  putProtectionCall,
  putRecoveryCall,
  readApprovalCall,
  readServiceKeysCall,
  registerInstallationCall,
  rekeyWalletCall,
  releaseDeviceShareCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  sendPortalCodeCall,
  sendSignInCodeCall,
  signProtectionReceiptCall,
  startApprovalCall,
  startEmailSignInCall,
  storeEpochCall,
  storeMoveCall,
  verifySignInCodeCall,
  type WalletAccount,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { Mail } from '../../src/platform/ports/Mailer.js';
import { solveWork } from '../solveWork.js';
import { openSeed, sealSeed, sealTo, testKeys, xor } from './testWallet.js';
import {
  type CallOptions,
  type WalletAnswer,
  type WalletInstallation,
  type WalletPage,
  type WalletServers,
  walletInstallation,
} from './walletInstallation.js';

/** A service rejected a call. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | undefined;
  constructor({ status, json: { error } }: WalletAnswer) {
    super(error?.message);
    this.status = status;
    this.code = error?.code ?? '';
    this.retryAfter = error?.retryAfter;
  }
}

/** Result of a sign-in. */
export type SignedIn = CallResponse<typeof verifySignInCodeCall> & {
  readonly approvalGrant: string | undefined;
};

/** A started sign-in. */
export type Started = Exclude<CallResponse<typeof startEmailSignInCall>, { readonly action: 'WORK' }>;

/** Input of a call. Tests also send invalid bodies. */
export interface FrameCallOptions extends Omit<CallOptions, 'method'> {
  readonly params?: Readonly<Record<string, string>>;
}

/** A wallet page in Node, with real keys. */
export interface WalletFrame extends WalletInstallation {
  readonly page: WalletPage;
  /** Sends a call of a record; throws `Refusal` unless it succeeds. */
  ask<Called extends HttpCall>(
    service: 'frame' | 'vault',
    called: Called,
    options?: FrameCallOptions,
  ): Promise<CallResponse<Called>>;
  register(): Promise<void>;
  /** The same browser storage on another page, such as the portal. */
  at(page: WalletPage): WalletFrame;
  /** Body of a sign-in's first call, with the puzzle solved if one is required. */
  startBody(
    email: string,
    more?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
  start(email: string, more?: Readonly<Record<string, unknown>>): Promise<Started>;
  /** Requests an approval link from the vault; returns the id, and the token in the email. */
  askApproval(
    started: Pick<Started, 'startToken'>,
    email: string,
  ): Promise<{ readonly id: string; readonly token: string }>;
  decide(token: string, approve: boolean): Promise<WalletAnswer>;
  grant(id: string): Promise<string>;
  /** The newest code sent to an address. */
  code(email: string): string;
  /** Gets the emailed code for an action of the portal. */
  freshCode(access: string, action: PortalAction, email: string): Promise<string>;
  verify(txn: string, otp: string): Promise<CallResponse<typeof verifySignInCodeCall>>;
  /** Performs a complete sign-in, with link and code. */
  signIn(email: string, more?: Readonly<Record<string, unknown>>): Promise<SignedIn>;
  /** Creates a wallet in two phases; calls `step` before each call, which may throw. */
  create(signedIn: SignedIn, step?: (name: string) => void | Promise<void>): Promise<WalletAccount>;
  /** Opens the recovery set, checks the addresses, and enrols the device. */
  recover(signedIn: SignedIn): Promise<{ readonly account: WalletAccount; readonly seed: Buffer }>;
  /** Opens the installation's device set. @param walletId - Default: that of the active wallet. */
  open(
    access: string,
    walletId?: string,
  ): Promise<{ readonly account: WalletAccount; readonly seed: Buffer }>;
  /** The wallet key, which its browser passes on to an installation that it vouches for. */
  walletKey(access: string): Promise<Buffer>;
  /** Stores a new device set. */
  enrol(access: string, key: Buffer, epoch?: number): Promise<void>;
  /** Rekeys a wallet in automatic mode, in a session of the portal; calls `step` before each call, which may throw. */
  rekey(signedIn: SignedIn, step?: (name: string) => void | Promise<void>): Promise<WalletAccount>;
  /**
   * Creates a second wallet to move to, in automatic mode, in a session of the portal; calls `step` before each call, which may throw.
   */
  move(
    signedIn: SignedIn,
    step?: (name: string) => void | Promise<void>,
  ): Promise<{ readonly account: WalletAccount; readonly seed: Buffer }>;
}

/** Received emails, newest last. */
export type ReadMails = (to: string) => readonly Mail[];

/** @param keys - Those of a browser that is known already. Default: new ones. */
export async function walletFrame(
  servers: WalletServers,
  page: WalletPage,
  mails: ReadMails,
  keys?: Parameters<typeof walletInstallation>[2],
): Promise<WalletFrame> {
  return frameOf(await walletInstallation(servers, page, keys), page, mails, new Map());
}

function frameOf(
  installation: WalletInstallation,
  page: WalletPage,
  mails: ReadMails,
  /** The installation's half of each epoch, or of a wallet to move to by its id and epoch: the browser stores them for all of its pages. */
  stored: Map<number | string, Buffer>,
): WalletFrame {
  const ask = async <Called extends HttpCall>(
    service: 'frame' | 'vault',
    called: Called,
    { params, ...options }: FrameCallOptions = {},
  ): Promise<CallResponse<Called>> => {
    const { method } = called;
    const answer = await installation.call(service, callPath(called, params), { ...options, method });
    if (answer.status !== 200) throw new Refusal(answer);
    return z.parse(called.response as z.core.$ZodType, answer.json) as CallResponse<Called>;
  };
  const keyOf = async (service: 'frame' | 'vault'): Promise<JWK> => {
    const { keys } = await ask(service, readServiceKeysCall);
    const found = keys.find(({ use }) => use === 'enc');
    if (found === undefined) throw new Error('The service publishes no key');
    return found as JWK;
  };
  const keyWith = async ({ jwe, wallet }: CallResponse<typeof releaseDeviceShareCall>): Promise<Buffer> => {
    const half = stored.get(`${wallet.walletId}|${wallet.epoch}`) ?? stored.get(wallet.epoch);
    if (half === undefined) throw new Error('This installation holds no half');
    return xor(await installation.unseal(jwe), half);
  };
  const last = (email: string, pattern: RegExp): string => {
    for (const { text } of [...mails(email)].reverse()) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found;
    }
    throw new Error(`No such mail to ${email}`);
  };
  const frame: WalletFrame = {
    ...installation,
    page,
    ask,
    async register() {
      const kind = page.project === PORTAL_PROJECT ? 'window' : 'frame';
      const body = { kind, encJwk: installation.encJwk, ephemeral: false };
      await ask('frame', registerInstallationCall, { body });
    },
    at: other =>
      frameOf(
        {
          ...installation,
          call: (service, path, options) => installation.call(service, path, { page: other, ...options }),
          read: (service, path, options) => installation.read(service, path, { page: other, ...options }),
        },
        other,
        mails,
        stored,
      ),
    async startBody(email, more = {}) {
      const body = { email, ...more };
      const { json } = await installation.call('frame', startEmailSignInCall.path, { body });
      const asked = startEmailSignInCall.response.safeParse(json);
      if (!asked.success || asked.data.action !== 'WORK') return body;
      return { ...body, work: solveWork(asked.data.challenge, asked.data.bits) };
    },
    async start(email, more = {}) {
      const body = { email, ...more };
      const answer = await ask('frame', startEmailSignInCall, { body });
      if (answer.action !== 'WORK') return answer;
      const work = solveWork(answer.challenge, answer.bits);
      const begun = await ask('frame', startEmailSignInCall, { body: { ...body, work } });
      if (begun.action === 'WORK') throw new Error('The solution was not taken');
      return begun;
    },
    async askApproval({ startToken }, email) {
      const body = { startToken, email, encJwk: installation.encJwk };
      const { id } = await ask('vault', startApprovalCall, { body });
      return { id, token: last(email, /#t=([\w-]+)/) };
    },
    decide: (token, approve) =>
      installation.call('vault', decideApprovalCall.path, { body: { token, approve } }),
    async grant(id) {
      const { approvalGrant } = await ask('vault', readApprovalCall, { params: { id } });
      if (approvalGrant === undefined) throw new Error('It was not approved');
      return approvalGrant;
    },
    code: email => last(email, /^(\d{6})$/m),
    async freshCode(access, action, email) {
      await ask('frame', sendPortalCodeCall, { body: { action }, access });
      return frame.code(email);
    },
    verify: (txn, otp) => ask('frame', verifySignInCodeCall, { body: { txn, otp } }),
    async signIn(email, more) {
      const started = await frame.start(email, more);
      const { txn, action } = started;
      let approvalGrant: string | undefined;
      if (action === 'VERIFY_DEVICE') {
        const { id, token } = await frame.askApproval(started, email);
        const decided = await frame.decide(token, true);
        if (decided.status !== 200) throw new Refusal(decided);
        approvalGrant = await frame.grant(id);
        await ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant } });
      }
      const verified = await frame.verify(txn, frame.code(email));
      return { ...verified, approvalGrant: verified.approvalGrant ?? approvalGrant };
    },
    async create(signedIn, step = () => {}) {
      const { access } = signedIn.session;
      const evidence = { approvalGrant: signedIn.approvalGrant, authReceipt: signedIn.authReceipt };
      const [seed, key, own, recovery] = [32, 32, 32, 32].map(length => randomBytes(length)) as [
        Buffer,
        Buffer,
        Buffer,
        Buffer,
      ];
      const walletId = randomUUID();
      const { addresses, prove } = testKeys(seed);
      await step('draft');
      const halves = await sealTo(await keyOf('frame'), {
        device: xor(key, own),
        recovery: xor(key, recovery),
      });
      const sealedSeed = sealSeed(key, seed, walletId, 1);
      const proofs = await prove(walletId, installation.jkt);
      const body = { walletId, sealedSeed, halves, addresses, proofs };
      await ask('frame', draftWalletCall, { body, access });
      await step('put');
      const put = await ask('vault', putRecoveryCall, {
        params: { walletId },
        body: { ...evidence, epoch: 1, half: await sealTo(await keyOf('vault'), { half: recovery }) },
      });
      await step('read back');
      const mine = await ask('frame', releaseDeviceShareCall, { body: { walletId }, access });
      const theirs = await ask('vault', releaseRecoveryCall, {
        body: { ...evidence, walletId, epoch: 1, version: put.version },
      });
      const back = await ask('frame', releaseRecoveryShareCall, {
        body: { approvalGrant: signedIn.approvalGrant, walletId },
        access,
      });
      for (const again of [
        xor(await installation.unseal(mine.jwe), own),
        xor(await installation.unseal(back.jwe), await installation.unseal(theirs.jwe)),
      ]) {
        const opened = openSeed(again, mine.sealedSeed, walletId, 1);
        if (!opened.equals(seed)) throw new Error('What was read back is another seed');
      }
      await step('commit');
      const committed = await ask('frame', commitWalletCall, {
        params: { id: walletId },
        body: { recoveryReceipt: put.recoveryReceipt },
        access,
      });
      stored.set(1, own);
      await step('confirm');
      const { commitReceipt } = committed;
      await ask('vault', confirmRecoveryCall, { params: { walletId }, body: { commitReceipt } });
      return committed.wallet;
    },
    async recover(signedIn) {
      const { access } = signedIn.session;
      const { approvalGrant, authReceipt } = signedIn;
      const a = await ask('frame', releaseRecoveryShareCall, {
        body: { approvalGrant },
        access,
      });
      const { walletId, epoch, addresses } = a.wallet;
      const r = await ask('vault', releaseRecoveryCall, {
        body: { approvalGrant, authReceipt, walletId, epoch, version: a.wallet.recoveryVersion },
      });
      const key = xor(await installation.unseal(a.jwe), await installation.unseal(r.jwe));
      const seed = openSeed(key, a.sealedSeed, walletId, epoch);
      if (testKeys(seed).addresses.evm !== addresses.evm) throw new Error('Another address came out');
      await frame.enrol(access, key, epoch);
      return { account: a.wallet, seed };
    },
    async enrol(access, key, epoch = 1) {
      const own = randomBytes(32);
      const half = await sealTo(await keyOf('frame'), { half: xor(key, own) });
      await ask('frame', enrolInstallationCall, { body: { epoch, half }, access });
      stored.set(epoch, own);
    },
    walletKey: async access => keyWith(await ask('frame', releaseDeviceShareCall, { body: {}, access })),
    async open(access, asked) {
      const share = await ask('frame', releaseDeviceShareCall, { body: { walletId: asked }, access });
      const { walletId, epoch, addresses } = share.wallet;
      const seed = openSeed(await keyWith(share), share.sealedSeed, walletId, epoch);
      if (testKeys(seed).addresses.evm !== addresses.evm) throw new Error('Another address came out');
      return { account: share.wallet, seed };
    },
    async rekey(signedIn, step = () => {}) {
      const { access } = signedIn.session;
      const { account, seed } = await frame.open(access);
      const [key, own, recovery] = [randomBytes(32), randomBytes(32), randomBytes(32)];
      const { walletId } = account;
      const epoch = account.epoch + 1;
      const { email } = signedIn.user;
      const code = email === undefined ? undefined : await frame.freshCode(access, 'rekey', email);
      const { receipt } = await ask('frame', signProtectionReceiptCall, {
        body: { action: 'rekey', code },
        access,
      });
      await step('put');
      const {
        version,
        recoveryReceipt,
        stored: put,
      } = await ask('vault', putProtectionCall, {
        params: { walletId },
        body: {
          ...{ receipt, epoch, mode: 'automatic' },
          share: await sealTo(await keyOf('vault'), { half: recovery }),
        },
      });
      await step('store');
      const sealedSeed = sealSeed(key, seed, walletId, epoch);
      const halves = await sealTo(await keyOf('frame'), {
        device: xor(key, own),
        recovery: xor(key, recovery),
      });
      const back = await ask('frame', storeEpochCall, {
        body: { receipt, epoch, sealedSeed, halves, recoveryReceipt },
        access,
      });
      for (const again of [
        xor(await installation.unseal(back.device.jwe), own),
        xor(await installation.unseal(back.recovery.jwe), await installation.unseal(put[0] ?? '')),
      ]) {
        const opened = openSeed(again, back.device.sealedSeed, walletId, epoch);
        if (!opened.equals(seed)) throw new Error('What was read back is another seed');
      }
      // Besides that of the present epoch, until the services have committed one.
      stored.set(epoch, own);
      await step('commit');
      const rekeyed = await ask('frame', rekeyWalletCall, { body: { epoch, version }, access });
      await step('confirm');
      const { commitReceipt } = rekeyed;
      await ask('vault', confirmRecoveryCall, { params: { walletId }, body: { commitReceipt } });
      return rekeyed.wallet;
    },
    async move(signedIn, step = () => {}) {
      const { access } = signedIn.session;
      const [seed, key, own, recovery] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)];
      const walletId = randomUUID();
      const { email } = signedIn.user;
      const code = email === undefined ? undefined : await frame.freshCode(access, 'move', email);
      const { receipt } = await ask('frame', signProtectionReceiptCall, {
        body: { action: 'move', code },
        access,
      });
      await step('put');
      const { recoveryReceipt, stored: put } = await ask('vault', putProtectionCall, {
        params: { walletId },
        body: {
          ...{ receipt, epoch: 1, mode: 'automatic' },
          share: await sealTo(await keyOf('vault'), { half: recovery }),
        },
      });
      await step('store');
      const { addresses, prove } = testKeys(seed);
      const sealedSeed = sealSeed(key, seed, walletId, 1);
      const halves = await sealTo(await keyOf('frame'), {
        device: xor(key, own),
        recovery: xor(key, recovery),
      });
      const proofs = await prove(walletId, installation.jkt);
      const back = await ask('frame', storeMoveCall, {
        body: { receipt, recoveryReceipt, walletId, sealedSeed, halves, addresses, proofs },
        access,
      });
      for (const again of [
        xor(await installation.unseal(back.device.jwe), own),
        xor(await installation.unseal(back.recovery.jwe), await installation.unseal(put[0] ?? '')),
      ]) {
        const opened = openSeed(again, back.device.sealedSeed, walletId, 1);
        if (!opened.equals(seed)) throw new Error('What was read back is another seed');
      }
      stored.set(`${walletId}|1`, own);
      await step('commit');
      const { wallet, commitReceipt } = await ask('frame', commitMoveCall, {
        params: { id: walletId },
        access,
      });
      await step('confirm');
      await ask('vault', confirmRecoveryCall, { params: { walletId }, body: { commitReceipt } });
      return { account: wallet, seed };
    },
  };
  return frame;
}
