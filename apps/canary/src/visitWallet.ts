import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createKeyring, digestOf, type LocalKeyring, type ServiceKey } from '@latchkit/keyring';
import {
  commitWalletCall,
  confirmRecoveryCall,
  decideApprovalCall,
  draftWalletCall,
  enrolInstallationCall,
  putRecoveryCall,
  readApprovalCall,
  readServiceKeysCall,
  refreshSessionCall,
  registerInstallationCall,
  releaseDeviceShareCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  sendSignInCodeCall,
  startApprovalCall,
  startEmailSignInCall,
  verifySignInCodeCall,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { CanaryRequest, CanaryServices, CanaryVisit } from './CanaryMessages.js';
import { type CanaryCalls, CanaryRefusal, createCalls } from './createCalls.js';
import { type CanaryInstallation, createInstallation, newState } from './createInstallation.js';

/** Returns the text of the newest email of a service to a canary. */
export type ReadMail = (service: 'frame' | 'vault', email: string) => Promise<string>;

const serviceKey = z.looseObject({ kid: z.string(), kty: z.string() });

interface Visitor {
  readonly installation: CanaryInstallation;
  readonly keyring: LocalKeyring;
  readonly call: CanaryCalls;
}

type VisitRequest = Extract<CanaryRequest, { readonly kind: 'create' | 'device' | 'recovery' }>;

/** Creates or opens a canary's wallet through the normal email flow, and signs the challenge with it. */
export async function visitWallet(request: VisitRequest, readMail: ReadMail): Promise<CanaryVisit> {
  const { services, email, challenge } = request;
  const installation = await createInstallation(request.kind === 'device' ? request.state : await newState());
  const visitor = {
    installation,
    keyring: createKeyring({ installation, origin: originOf(services) }),
    call: createCalls(services, installation),
  };
  if (request.kind === 'device') {
    const access = await accessOf(visitor, email, readMail);
    await visitor.keyring.unlock(await visitor.call('frame', releaseDeviceShareCall, { body: {}, access }));
  } else {
    const signedIn = await signIn(visitor, email, readMail);
    await (request.kind === 'create' ? createWallet(visitor, signedIn) : recoverWallet(visitor, signedIn));
  }
  return signChallenge(visitor.keyring, installation, originOf(services), challenge);
}

/** Signs a challenge with the keyring's unlocked wallet. */
export async function signChallenge(
  keyring: LocalKeyring,
  installation: CanaryInstallation,
  origin: string,
  challenge: string,
): Promise<CanaryVisit> {
  const wallet = keyring.wallet();
  if (wallet === undefined) throw new Error('The wallet is locked');
  const { evm, solana } = wallet.addresses;
  const request = {
    ...{ id: randomUUID(), kind: 'message' as const, chainId: 'eip155:1', account: evm },
    payload: `0x${Buffer.from(challenge, 'utf8').toString('hex')}`,
  };
  const now = Date.now();
  const signature = await keyring.sign(request, {
    ...{ id: request.id, digest: await digestOf(request), origin, surface: 'window' },
    ...{ armedAt: now, decidedAt: now },
  });
  return { evm, solana, signature, state: installation.state() };
}

const originOf = ({ frameUrl }: CanaryServices) => new URL(frameUrl).origin;

/** Refreshes the session, or signs in with a code if it has ended. */
async function accessOf(visitor: Visitor, email: string, readMail: ReadMail): Promise<string> {
  const { refresh } = visitor.installation.state();
  if (refresh !== undefined) {
    const body = { refresh, exchange: randomUUID() };
    const renewed = await visitor.call('frame', refreshSessionCall, { body }).catch(() => undefined);
    if (renewed !== undefined) {
      visitor.installation.keepRefresh(renewed.session.refresh);
      return renewed.session.access;
    }
  }
  return (await signIn(visitor, email, readMail)).access;
}

interface SignedIn {
  readonly access: string;
  readonly evidence: { readonly approvalGrant: string | undefined; readonly authReceipt: string };
}

async function signIn({ installation, call }: Visitor, email: string, readMail: ReadMail): Promise<SignedIn> {
  const { encJwk } = installation;
  await call('frame', registerInstallationCall, { body: { kind: 'window', encJwk, ephemeral: false } });
  const started = await start(call, email).catch(async error => {
    if (!(error instanceof CanaryRefusal) || error.code !== 'COOLDOWN') throw error;
    // A drill of another process, or the creation, sent an email to this address just now.
    await pause(error.retryAfter * 1_000);
    return start(call, email);
  });
  const { txn, startToken } = started;
  let approvalGrant: string | undefined;
  if (started.action === 'VERIFY_DEVICE') {
    const { id } = await call('vault', startApprovalCall, { body: { startToken, email, encJwk } });
    const token = found(await readMail('vault', email), /#t=([\w-]+)/);
    await call('vault', decideApprovalCall, { body: { token, approve: true } });
    ({ approvalGrant } = await call('vault', readApprovalCall, { params: { id } }));
    await call('frame', sendSignInCodeCall, { body: { txn, approvalGrant } });
  }
  const otp = found(await readMail('frame', email), /^(\d{6})$/m);
  const verified = await call('frame', verifySignInCodeCall, { body: { txn, otp } });
  installation.keepRefresh(verified.session.refresh);
  const { authReceipt } = verified;
  return {
    access: verified.session.access,
    evidence: { approvalGrant: verified.approvalGrant ?? approvalGrant, authReceipt },
  };
}

async function start(call: CanaryCalls, email: string) {
  const started = await call('frame', startEmailSignInCall, { body: { email } });
  if (started.action !== 'WORK') return started;
  const { challenge, bits } = started;
  const work = { challenge, solution: solve(challenge, bits) };
  const worked = await call('frame', startEmailSignInCall, { body: { email, work } });
  if (worked.action === 'WORK') throw new Error('The solved puzzle was refused');
  return worked;
}

async function createWallet({ keyring, call }: Visitor, { access, evidence }: SignedIn): Promise<void> {
  const walletId = randomUUID();
  const keys = { walletService: await keyOf(call, 'frame'), vault: await keyOf(call, 'vault') };
  const { epoch, recoveryHalf, ...draft } = await keyring.create(walletId, keys);
  await call('frame', draftWalletCall, { body: draft, access });
  const put = await call('vault', putRecoveryCall, {
    params: { walletId },
    body: { ...evidence, epoch, half: recoveryHalf },
  });
  const device = await call('frame', releaseDeviceShareCall, { body: { walletId }, access });
  const recovery = await call('frame', releaseRecoveryShareCall, {
    body: { approvalGrant: evidence.approvalGrant, walletId },
    access,
  });
  const { jwe } = await call('vault', releaseRecoveryCall, {
    body: { ...evidence, walletId, epoch, version: put.version },
  });
  await keyring.confirm(device, recovery, jwe);
  const { commitReceipt } = await call('frame', commitWalletCall, {
    params: { id: walletId },
    body: { recoveryReceipt: put.recoveryReceipt },
    access,
  });
  await call('vault', confirmRecoveryCall, { params: { walletId }, body: { commitReceipt } });
}

async function recoverWallet({ keyring, call }: Visitor, { access, evidence }: SignedIn): Promise<void> {
  const { approvalGrant } = evidence;
  const recovery = await call('frame', releaseRecoveryShareCall, { body: { approvalGrant }, access });
  const { walletId, epoch, recoveryVersion: version } = recovery.wallet;
  const { jwe } = await call('vault', releaseRecoveryCall, {
    body: { ...evidence, walletId, epoch, version },
  });
  const set = await keyring.recover(recovery, jwe, await keyOf(call, 'frame'));
  await call('frame', enrolInstallationCall, { body: set, access });
}

async function keyOf(call: CanaryCalls, service: 'frame' | 'vault'): Promise<ServiceKey> {
  const { keys } = await call(service, readServiceKeysCall);
  return serviceKey.parse(keys.find(({ use }) => use === 'enc'));
}

function solve(challenge: string, bits: number): number {
  for (let solution = 0; ; solution += 1) {
    const hash = createHash('sha256').update(`${challenge}:${solution}`).digest();
    if (Math.clz32(hash.readUInt32BE()) >= bits) return solution;
  }
}

function found(text: string, pattern: RegExp): string {
  const [, match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error('The email contains no code or link');
  return match;
}
