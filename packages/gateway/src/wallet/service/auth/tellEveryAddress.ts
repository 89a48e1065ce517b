import { matchLocale, type NoticeKind, sendNoticeCall, type sendNoticeRequest } from 'latchkit/protocol';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { dateValue } from '../../shared/dateValue.js';
import { EMAIL_PROVIDER, identityHash } from '../../shared/emailIdentity.js';
import { hostOf } from '../../shared/hostOf.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { freezeLink } from './freezes.js';
import { findAddress } from './users.js';

/** What the emails are about. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Undefined: the user has none, so the vault knows no address. */
  readonly walletId: string | undefined;
  readonly userId: string;
  readonly locale: string;
  /** The date that the text names. */
  readonly at?: Date;
}

/** Emails every known address of a user: that of the login, and through the vault those that only it knows. */
export async function tellEveryAddress(
  parts: WalletParts,
  { kind, walletId, userId, locale: asked, at }: Notice,
): Promise<void> {
  const { store, mails, frameUrl } = parts;
  const locale = matchLocale(asked);
  const host = hostOf(frameUrl);
  const to = await findAddress(store, userId);
  if (to !== undefined) {
    const link = await freezeLink(parts, to, locale);
    await mails.inform({ kind, to, locale, values: { host, ...dateValue(locale, at) }, link });
  }
  if (walletId === undefined) return;
  const jti = uuidv7();
  const idh = to === undefined ? undefined : identityHash(jti, EMAIL_PROVIDER, to);
  const order = await signOrder(parts, { order: 'notice', walletId, idh }, jti);
  const body = { order, kind, locale, host, ...(at && { at: at.toISOString() }) };
  // The event has already happened, so a failure of the vault is no failure of the action.
  await parts.peer<typeof sendNoticeRequest>(sendNoticeCall, { body }).catch(() => {});
}
