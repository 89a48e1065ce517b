import { type Context, Hono } from 'hono';
import {
  emailCommitBody,
  emailConsentBody,
  emailOtpBody,
  emailSendBody,
  emailStartBody,
  emailUpdateBody,
  emailUpdateVerifyBody,
  emailVerifyBody,
  freezeOrderBody,
  installationBody,
  tokenRefreshBody,
  walletUuid,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { userAnswer } from '../custody/userAnswer.js';
import { type Caller, type CallerVariables, dpopToken, type ProveCaller } from '../dpop/caller.js';
import { hostOf } from '../embedded/hostOf.js';
import { walletError } from '../embedded/walletError.js';
import { WALLET_ALLOWANCES } from '../embedded/walletLimits.js';
import type { WalletParts } from '../embedded/walletParts.js';
import { countRefusals } from '../http/countRefusals.js';
import { parseBody } from '../http/parseBody.js';
import { localeOf } from '../mailer/mailTexts.js';
import { sendSignInCode, startEmail } from './emailSignIn.js';
import {
  commitEmailUpdate,
  consentToUpdate,
  sendToNewAddress,
  startEmailUpdate,
  verifyNewAddress,
} from './emailUpdate.js';
import { freezeLink, freezeUser } from './freezes.js';
import { installationsOf, registerInstallation, revokeInstallation } from './installations.js';
import { endSession, refreshSession, type Session, sessionOf, sessionTokens } from './sessions.js';
import type { EmailStep } from './signInMetrics.js';
import { addressOf } from './users.js';
import { verifyEmailCode } from './verifyCode.js';

type Ask = Context<CallerVariables>;

/** The session of a call with `Authorization: DPoP`. */
export function sessionFor(parts: WalletParts, context: Ask): Promise<Session> {
  return sessionOf(parts, context.var.caller, dpopToken(context));
}

/** Installations, sign-in by email, sessions, and the change of an address. */
export function authRoutes(parts: WalletParts, prove: ProveCaller): Hono<CallerVariables> {
  return new Hono<CallerVariables>()
    .route('/', installationRoutes(parts, prove))
    .route('/', signInRoutes(parts, prove))
    .route('/', sessionRoutes(parts, prove))
    .route('/', updateRoutes(parts, prove))
    .post('/v1/freezes', async context =>
      context.json(await freezeUser(parts, await parseBody(context, freezeOrderBody))),
    );
}

function installationRoutes(parts: WalletParts, prove: ProveCaller): Hono<CallerVariables> {
  const { store, allowances } = parts;
  return new Hono<CallerVariables>()
    .post('/v1/installations', prove(false), async context => {
      const body = await parseBody(context, installationBody);
      const { caller } = context.var;
      await allowances.take('installation', caller.network, WALLET_ALLOWANCES.installationsOfNetwork);
      return context.json({ installationId: await registerInstallation(store, caller, body) });
    })
    .get('/v1/installations', prove(), async context => {
      const session = await sessionFor(parts, context);
      const found = await installationsOf(store, session.userId);
      return context.json({
        installations: found.map(one => ({
          ...one,
          createdAt: one.createdAt.toISOString(),
          lastSeenAt: one.lastSeenAt.toISOString(),
          isCurrent: one.id === session.installationId,
        })),
      });
    })
    .delete('/v1/installations/:id', prove(), async context => {
      const session = await sessionFor(parts, context);
      await allowances.take('revoke', session.userId, WALLET_ALLOWANCES.installationsOfUser);
      const id = z.safeParse(walletUuid, context.req.param('id'));
      if (!id.success) throw walletError('SHARE_NOT_FOUND');
      await store.database.transaction(async runner => {
        if (!(await revokeInstallation(store, runner, session.userId, id.data))) {
          throw walletError('SHARE_NOT_FOUND');
        }
        const entry = { action: 'installation.revoke', subject: session.userId, actor: session.jkt };
        await store.audit.append(entry, runner);
      });
      return context.json({});
    });
}

function signInRoutes(parts: WalletParts, prove: ProveCaller): Hono<CallerVariables> {
  const { signIns } = parts;
  // After the proof, which is asked for again with every new nonce.
  const counted = (step: EmailStep) => countRefusals(reason => signIns.emailRefused(step, reason));
  return new Hono<CallerVariables>()
    .post('/v1/auth/email/start', prove(), counted('start'), async context => {
      const body = await parseBody(context, emailStartBody);
      const answer = await startEmail(parts, context.var.caller, body);
      if (answer.action !== 'WORK') signIns.emailStarted();
      return context.json(answer);
    })
    .post('/v1/auth/email/otp', prove(), counted('code'), async context => {
      const { txn, approvalGrant } = await parseBody(context, emailOtpBody);
      return context.json(await sendSignInCode(parts, context.var.caller, txn, approvalGrant));
    })
    .post('/v1/auth/email/verify', prove(), counted('verify'), async context => {
      const { txn, otp } = await parseBody(context, emailVerifyBody);
      const signedIn = await verifyEmailCode(parts, context.var.caller, txn, otp);
      signIns.emailVerified();
      return context.json(signedIn);
    });
}

function sessionRoutes(parts: WalletParts, prove: ProveCaller): Hono<CallerVariables> {
  const { store, allowances } = parts;
  return new Hono<CallerVariables>()
    .get('/v1/session', prove(), async context => {
      const { userId, installationId } = await sessionFor(parts, context);
      return context.json({ user: await userAnswer(store, userId, installationId) });
    })
    .post('/v1/session/revoke', prove(), async context => {
      const { id, userId, jkt } = await sessionFor(parts, context);
      await endSession(store, store.database, id);
      await store.audit.append({ action: 'session.end', subject: userId, actor: jkt });
      return context.json({});
    })
    .post('/v1/token/refresh', prove(), async context => {
      const asked = await parseBody(context, tokenRefreshBody);
      const { caller } = context.var;
      await allowances.take('refresh', caller.jkt, WALLET_ALLOWANCES.refreshes);
      const made = await refreshSession(store, caller, asked, session => tellOfReuse(parts, session));
      const { id, userId } = made.session;
      return context.json({
        session: await sessionTokens(parts, caller, { id, userId, refresh: made.refresh }),
      });
    });
}

function updateRoutes(parts: WalletParts, prove: ProveCaller): Hono<CallerVariables> {
  const asking = async (context: Ask): Promise<{ caller: Caller; session: Session }> => ({
    caller: context.var.caller,
    session: await sessionFor(parts, context),
  });
  return new Hono<CallerVariables>()
    .post('/v1/email/update', prove(), async context => {
      const { session } = await asking(context);
      const body = await parseBody(context, emailUpdateBody);
      return context.json(await startEmailUpdate(parts, session, body));
    })
    .post('/v1/email/consent', prove(), async context => {
      const { caller, session } = await asking(context);
      const body = await parseBody(context, emailConsentBody);
      return context.json(await consentToUpdate(parts, caller, session, body));
    })
    .post('/v1/email/send', prove(), async context => {
      const { caller, session } = await asking(context);
      const body = await parseBody(context, emailSendBody);
      return context.json(await sendToNewAddress(parts, caller, session, body));
    })
    .post('/v1/email/verify', prove(), async context => {
      const { caller, session } = await asking(context);
      const body = await parseBody(context, emailUpdateVerifyBody);
      return context.json(await verifyNewAddress(parts, caller, session, body));
    })
    .put('/v1/email/commit', prove(), async context => {
      const { session } = await asking(context);
      const body = await parseBody(context, emailCommitBody);
      return context.json(await commitEmailUpdate(parts, session, body));
    });
}

/** Two have the session's key: its user must hear of it. */
async function tellOfReuse(parts: WalletParts, session: Session): Promise<void> {
  const { store, notices } = parts;
  await store.audit.append({ action: 'session.reuse', subject: session.userId, actor: session.jkt });
  const [to, locale] = [await addressOf(store, session.userId), localeOf(session.locale)];
  await notices.inform({
    kind: 'reuse',
    to,
    locale,
    values: { host: hostOf(session.hostOrigin) },
    link: await freezeLink(parts, to, locale),
  });
}
