// Orders about account names as EIP-712 typed data. Wallets, pages and gateways build the same from an order's content.

/** A field of a struct of EIP-712. */
interface TypedField {
  readonly name: string;
  readonly type: string;
}

/** What an account may order about its name. */
export type NameOrder =
  | {
      readonly action: 'register';
      /** With its suffix. */
      readonly name: string;
      /** Text records of the name (ENSIP-5). */
      readonly attributes: Readonly<Record<string, string>>;
      /** Unix time in seconds. */
      readonly timestamp: number;
    }
  | {
      readonly action: 'rename' | 'transfer';
      readonly name: string;
      /** The new name with its suffix, or the address of the account that may register the name. */
      readonly to: string;
      readonly timestamp: number;
    }
  | { readonly action: 'release'; readonly name: string; readonly timestamp: number };

/** Whose order it is, and for whom. Each part is signed, so that the order counts nowhere else. */
export interface NameOrderScope {
  /** Origin of the gateway, which is the registry: `https://gateway.example`. */
  readonly gateway: string;
  /** Of the account's chain. */
  readonly chainId: number;
  /** EVM address of the account that signs. */
  readonly account: string;
  /** Id of the project through which the order is sent. */
  readonly project: string;
}

/** Version of the format, in the domain. */
const FORMAT = '1';

const DOMAIN: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
];

const account: TypedField = { name: 'account', type: 'address' };
const name: TypedField = { name: 'name', type: 'string' };
const end: readonly TypedField[] = [
  { name: 'project', type: 'string' },
  { name: 'timestamp', type: 'uint256' },
];

/** The struct of each order. The names say the purpose, so that no other struct of this domain can be one of them. */
const STRUCTS = {
  register: ['NameRegistration', [account, name, { name: 'attributes', type: 'NameAttribute[]' }, ...end]],
  rename: ['NameRename', [account, name, { name: 'to', type: 'string' }, ...end]],
  transfer: ['NameTransfer', [account, name, { name: 'to', type: 'address' }, ...end]],
  release: ['NameRelease', [account, name, ...end]],
} as const satisfies Record<NameOrder['action'], readonly [string, readonly TypedField[]]>;

const ATTRIBUTE: readonly TypedField[] = [
  { name: 'key', type: 'string' },
  { name: 'value', type: 'string' },
];

/** Typed data (EIP-712) of an order. */
export interface NameOrderTypedData {
  readonly domain: { readonly name: string; readonly version: string; readonly chainId: number };
  readonly types: Readonly<Record<string, readonly TypedField[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** The typed data that an account signs to give an order about its name. */
export function nameOrderTypedData(order: NameOrder, scope: NameOrderScope): NameOrderTypedData {
  const [primaryType, fields] = STRUCTS[order.action];
  const { gateway, chainId, account: address, project } = scope;
  const { timestamp } = order;
  const content = {
    ...(order.action === 'register' && { attributes: attributesOf(order.attributes) }),
    ...('to' in order && { to: order.to }),
  };
  return {
    domain: { name: gateway, version: FORMAT, chainId },
    types: {
      EIP712Domain: DOMAIN,
      [primaryType]: fields,
      ...(order.action === 'register' && { NameAttribute: ATTRIBUTE }),
    },
    primaryType,
    message: { account: address, name: order.name, ...content, project, timestamp },
  };
}

/** In one order, whatever the order in the JSON is. */
function attributesOf(attributes: Readonly<Record<string, string>>) {
  const keys = Object.keys(attributes).sort();
  return keys.map(key => ({ key, value: attributes[key] ?? '' }));
}

/** Which order typed data is, by the name of its struct; undefined for other data. */
export function nameOrderOf(primaryType: string): NameOrder['action'] | undefined {
  const actions = Object.keys(STRUCTS) as NameOrder['action'][];
  return actions.find(action => STRUCTS[action][0] === primaryType);
}

/** Typed data as a page gave it, without BigInt. */
interface GivenTypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly TypedField[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/**
 * Whether typed data is the order that its name says: of this gateway, with exactly the fields of that order, by this account on
 * this chain.
 *
 * @param chainId - CAIP-2 id of the signing account's chain.
 */
export function isNameOrder(
  { domain, types, primaryType, message }: GivenTypedData,
  gateway: string,
  signer: { readonly account: string; readonly chainId: string },
): boolean {
  const action = nameOrderOf(primaryType);
  if (action === undefined) return false;
  const [, fields] = STRUCTS[action];
  return (
    domain.name === gateway &&
    domain.version === FORMAT &&
    `eip155:${String(domain.chainId)}` === signer.chainId &&
    Object.keys(domain).length === DOMAIN.length &&
    isSame(types[primaryType], fields) &&
    (action !== 'register' || isSame(types.NameAttribute, ATTRIBUTE)) &&
    String(message.account).toLowerCase() === signer.account.toLowerCase()
  );
}

function isSame(given: readonly TypedField[] | undefined, fields: readonly TypedField[]): boolean {
  const textOf = (list: readonly TypedField[]) => list.map(one => `${one.type} ${one.name}`).join();
  return given !== undefined && textOf(given) === textOf(fields);
}
