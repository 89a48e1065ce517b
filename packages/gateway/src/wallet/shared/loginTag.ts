import { hashText } from './hashText.js';

/**
 * Names a login of one installation in both audit logs, so that the user sees its entries as one. Only that login by that
 * installation has this name: what another installation does, or this one in a later login, is not part of it.
 *
 * @param txn - Id of the login.
 * @param jkt - Thumbprint of the installation that logs in (RFC 7638).
 */
export function loginTag(txn: string, jkt: string): { readonly login: string } {
  return { login: hashText(`lk-login|${txn}|${jkt}`) };
}
