import {
  authorizeInstallationRequest,
  commitEmailUpdateRequest,
  commitLoginRemovalRequest,
  commitLoginRequest,
  confirmInstallationRequest,
  consentToEmailUpdateRequest,
  consentToLoginRemovalRequest,
  consentToLoginRequest,
  endSessionRequest,
  freezeUserRequest,
  listInstallationsRequest,
  listLoginsRequest,
  matchLocale,
  readSessionRequest,
  refreshSessionRequest,
  registerInstallationRequest,
  revokeInstallationRequest,
  sendSignInCodeRequest,
  sendToNewAddressRequest,
  startEmailSignInRequest,
  startEmailUpdateRequest,
  startLoginRemovalRequest,
  verifyNewAddressRequest,
  verifySignInCodeRequest,
  verifyVouchedSignInRequest,
} from 'latchkit/protocol';
import { countRefusals } from '../../../platform/http/countRefusals.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { hostOf } from '../../shared/hostOf.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { findProjectOf } from '../../shared/proveCaller.js';
import type { Session } from '../../shared/Session.js';
import type { EmailStep } from '../../shared/signInMetrics.js';
import { handle } from '../../shared/walletCalls.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { freezeLink, freezeUser } from '../auth/freezes.js';
import { confirmInstallation, installationsOf, registerInstallation } from '../auth/installations.js';
import { noteUse } from '../auth/noteUse.js';
import { endSession, refreshSession, sessionTokens } from '../auth/sessions.js';
import { takeOfNetwork } from '../auth/takeOfNetwork.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { findAddress } from '../auth/users.js';
import { readWalletUser } from '../custody/readWalletUser.js';
import { withdrawnOf } from '../custody/withdrawnSets.js';
import { sendSignInCode, startEmail } from './emailSignIn.js';
import {
  commitEmailUpdate,
  consentToUpdate,
  sendToNewAddress,
  startEmailUpdate,
  verifyNewAddress,
} from './emailUpdate.js';
import { commitLogin, consentToLogin } from './loginLink.js';
import { commitLoginRemoval, consentToLoginRemoval, listLogins, startLoginRemoval } from './loginRemoval.js';
import { revoke } from './revoke.js';
import { verifyEmailCode } from './verifyCode.js';
import { authorizeInstallation, verifyVouchedSignIn } from './vouchedSignIn.js';

/** Installations, sign-in by email, sessions, and the change of an address. */
export function authCalls(
  parts: WalletParts,
  findProject: ProjectAccess['findProject'],
): readonly CallHandler[] {
  return [
    ...installationCalls(parts, findProject),
    ...signInCalls(parts),
    ...sessionCalls(parts),
    ...updateCalls(parts),
    ...removalCalls(parts, findProject),
    handle(freezeUserRequest, ({ body }) => freezeUser(parts, body)),
  ];
}

function installationCalls(
  parts: WalletParts,
  findProject: ProjectAccess['findProject'],
): readonly CallHandler[] {
  const { store } = parts;
  return [
    handle(registerInstallationRequest, async ({ caller, body }) => {
      await takeOfNetwork(parts, caller, 'installation', WALLET_ALLOWANCES.installationsOfNetwork);
      return { installationId: await registerInstallation(store, caller, body) };
    }),
    handle(listInstallationsRequest, async ({ session }) => {
      const found = await installationsOf(store, session);
      return {
        installations: found.map(one => ({
          ...one,
          createdAt: one.createdAt.toISOString(),
          lastSeenAt: one.lastSeenAt.toISOString(),
          isCurrent: one.id === session.installationId,
        })),
        withdrawn: (await withdrawnOf(store, session.userId)).map(one => ({
          ...one,
          addedAt: one.addedAt.toISOString(),
          withdrawnAt: one.withdrawnAt.toISOString(),
        })),
      };
    }),
    handle(confirmInstallationRequest, async ({ session, params }) => {
      await confirmInstallation(store, WAYS_IN['installation.confirm'], session, params.id);
      return {};
    }),
    handle(authorizeInstallationRequest, async ({ session, body }) => {
      await findProjectOf(findProject, body.projectId, body.hostOrigin);
      return authorizeInstallation(parts, session, body);
    }),
    handle(verifyVouchedSignInRequest, ({ caller, body }) => verifyVouchedSignIn(parts, caller, body.txn)),
    handle(
      revokeInstallationRequest,
      async ({ session, params, body }) => {
        await revoke(parts, session, params.id, body);
        return {};
      },
      // Guessed ids count too, even malformed ones.
      async (context, next) => {
        const { session } = context.get('caller');
        await takeOfUser(parts, session, 'revoke', WALLET_ALLOWANCES.installationsOfUser);
        return next();
      },
    ),
  ];
}

function signInCalls(parts: WalletParts): readonly CallHandler[] {
  const { signIns } = parts;
  // Counts after the DPoP proof was accepted: a proof with an expired nonce is retried.
  const counted = (step: EmailStep) => countRefusals(reason => signIns.emailRefused(step, reason));
  return [
    handle(
      startEmailSignInRequest,
      async ({ caller, body }) => {
        const begun = await startEmail(parts, caller, body);
        if (begun.action !== 'WORK') signIns.emailStarted();
        return begun;
      },
      counted('start'),
    ),
    handle(
      sendSignInCodeRequest,
      ({ caller, body }) => sendSignInCode(parts, caller, body.txn, body.approvalGrant),
      counted('code'),
    ),
    handle(
      verifySignInCodeRequest,
      async ({ caller, body }) => {
        const signedIn = await verifyEmailCode(parts, caller, body.txn, body.otp);
        signIns.emailVerified();
        return signedIn;
      },
      counted('verify'),
    ),
  ];
}

function sessionCalls(parts: WalletParts): readonly CallHandler[] {
  const { store, allowances } = parts;
  return [
    handle(refreshSessionRequest, async ({ caller, body }) => {
      await allowances.take('refresh', caller.jkt, WALLET_ALLOWANCES.refreshes);
      const way = WAYS_IN['session.refresh'];
      const made = await refreshSession(store, way, caller, body, session =>
        tellOfReuse(parts, way, session),
      );
      const { id, userId } = made.session;
      return { session: await sessionTokens(parts, caller, { id, userId, refresh: made.refresh }) };
    }),
    handle(readSessionRequest, async ({ session }) => {
      await noteUse(store, store.database, session);
      return { user: await readWalletUser(store, session) };
    }),
    handle(endSessionRequest, async ({ session: { id, userId, jkt } }) => {
      await endSession(store, store.database, id);
      const meta = usedWay(WAYS_IN['session.end']);
      await store.audit.append({ action: 'session.end', subject: userId, actor: jkt, meta });
      return {};
    }),
  ];
}

function updateCalls(parts: WalletParts): readonly CallHandler[] {
  return [
    handle(startEmailUpdateRequest, ({ session, body }) => startEmailUpdate(parts, session, body)),
    handle(consentToEmailUpdateRequest, ({ caller, session, body }) =>
      consentToUpdate(parts, caller, session, body),
    ),
    handle(sendToNewAddressRequest, ({ caller, session, body }) =>
      sendToNewAddress(parts, caller, session, body),
    ),
    handle(verifyNewAddressRequest, ({ caller, session, body }) =>
      verifyNewAddress(parts, caller, session, body),
    ),
    handle(consentToLoginRequest, ({ caller, session, body }) =>
      consentToLogin(parts, caller, session, body),
    ),
    handle(commitLoginRequest, ({ session, body }) => commitLogin(parts, session, body)),
    handle(commitEmailUpdateRequest, ({ session, body }) => commitEmailUpdate(parts, session, body)),
  ];
}

function removalCalls(parts: WalletParts, findProject: ProjectAccess['findProject']): readonly CallHandler[] {
  return [
    handle(listLoginsRequest, ({ session }) => listLogins(parts, findProject, session)),
    handle(startLoginRemovalRequest, ({ session, body }) =>
      startLoginRemoval(parts, findProject, session, body),
    ),
    handle(consentToLoginRemovalRequest, ({ caller, session, body }) =>
      consentToLoginRemoval(parts, caller, session, body),
    ),
    handle(commitLoginRemovalRequest, ({ session, body }) => commitLoginRemoval(parts, session, body)),
  ];
}

/** A refresh token was used twice, so two parties have it: notify the user. */
async function tellOfReuse(parts: WalletParts, way: WayIn, session: Session): Promise<void> {
  const { store, mails } = parts;
  const { userId, jkt } = session;
  await store.audit.append({ action: 'session.reuse', subject: userId, actor: jkt, meta: usedWay(way) });
  const [to, locale] = [await findAddress(store, session.userId), matchLocale(session.locale)];
  // A user of social sign-ins has no verified address.
  if (to === undefined) return;
  await mails.inform({
    kind: 'reuse',
    to,
    locale,
    values: { host: hostOf(session.hostOrigin) },
    link: await freezeLink(parts, to, locale),
  });
}
