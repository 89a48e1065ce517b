import { isError } from 'latchkit/protocol';

/** Asks for a passkey of the wallet; resolves to the vault's grant. Undefined: the wallet has none, or the user doesn't want to. */
export type ProvePasskey = () => Promise<string | undefined>;

/**
 * Starts a change of the logins, which a login alone may not make: a device that is new to the wallet starts it again with a passkey.
 *
 * @param prove - Undefined: this page can't ask for one.
 */
export async function startWithPasskey<Started>(
  start: (passkeyGrant?: string) => Promise<Started>,
  prove: ProvePasskey | undefined,
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    if (prove === undefined || !isError(error, 'SETTLED_DEVICE_REQUIRED')) throw error;
    const passkeyGrant = await prove();
    if (passkeyGrant === undefined) throw error;
    return start(passkeyGrant);
  }
}
