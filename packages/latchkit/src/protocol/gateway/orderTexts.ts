// Texts that some service of ours takes, or once took, for an order of the account that signed them.

/** What a service would do because of a signed text. */
export type TextOrder = 'name' | 'session' | 'permission' | 'proof';

const REVOCATION = /^revoke (session|permission) (\S+) of (\S+)(?:\s+gateway: (\S+))?$/i;
const PROOF = /^latchkit wallet \S+\|\S+$/i;

/**
 * Reads a text as an order. It is generous: what any version of a service reads as an order is one, with other space, letters or
 * further fields as well, so that nobody signs it as a harmless message.
 *
 * @returns undefined for every other text. `gateway`: the origin that the text names.
 */
export function readTextOrder(
  text: string,
): { readonly order: TextOrder; readonly gateway?: string | undefined } | undefined {
  const plain = text.replace(/^\uFEFF/, '').trim();
  const [, kind, , , gateway] = REVOCATION.exec(plain) ?? [];
  if (kind !== undefined) return { order: kind.toLowerCase() as 'session' | 'permission', gateway };
  if (PROOF.test(plain)) return { order: 'proof' };
  return isNameText(plain) ? { order: 'name' } : undefined;
}

const ACTIONS: readonly unknown[] = ['register', 'rename', 'release', 'transfer'];

function isNameText(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    const given = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isOrder = ACTIONS.includes(given.action) || ('attributes' in given && 'timestamp' in given);
    return 'name' in given && isOrder;
  } catch {
    return false;
  }
}

/**
 * The text that an account signs to end one of its sign-ins.
 *
 * @param id - CAIP-10 id of the account.
 * @param pci - Id of the sign-in.
 * @param gateway - Origin of the gateway that shall end it. Default: none, as before version 0.2.
 */
export function revokeSignInMessage(id: string, pci: string, gateway?: string): string {
  return forGateway(`Revoke session ${pci} of ${id}`, gateway);
}

/**
 * The text that an account signs after its wallet has revoked a permission.
 *
 * @param id - CAIP-10 id of the account.
 * @param pci - Id of the permission.
 * @param gateway - Origin of the gateway that lists it. Default: none, as before version 0.2.
 */
export function revokePermissionMessage(id: string, pci: string, gateway?: string): string {
  return forGateway(`Revoke permission ${pci} of ${id}`, gateway);
}

const forGateway = (text: string, gateway: string | undefined) =>
  gateway === undefined ? text : `${text}\n\nGateway: ${gateway}`;
