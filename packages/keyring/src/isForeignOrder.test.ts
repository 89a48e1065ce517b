import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import {
  type NameOrder,
  type NameOrderTypedData,
  nameChangeMessage,
  nameMessage,
  nameOrderTypedData,
  revokePermissionMessage,
  revokeSignInMessage,
  smartAccountAddress,
  walletProofText,
} from 'latchkit/protocol';
import { stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { approved, confirm, ORIGIN, WALLET } from '../test/createdWallet.js';
import { memoryInstallation } from '../test/memoryInstallation.js';
import { scriptedServices } from '../test/scriptedServices.js';
import { createKeyring } from './createKeyring.js';
import { isForeignOrder } from './isForeignOrder.js';
import type { SigningRequest } from './SigningRequest.js';
import { signRequest } from './signRequest.js';
import { addressesOf, evmAddressOf, walletKeys } from './walletKeys.js';

const GATEWAY = 'https://gateway.example';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NAME = 'ada-lovelace.example.com';
const TIME = 1_800_000_000;
const keys = await walletKeys(new Uint8Array(32).fill(7), secret => secret);
const { evm, solana } = addressesOf(keys);
const chainId = 'eip155:1';

/** Signs; returns the code of the refusal otherwise. */
function signed(request: Omit<SigningRequest, 'id' | 'chainId'>, gateway: string | undefined = GATEWAY) {
  try {
    return signRequest({ id: 'a', chainId, ...request }, keys, gateway) && 'signed';
  } catch (error) {
    return (error as { code?: string }).code;
  }
}
const text = (message: string, gateway?: string) =>
  signed({ kind: 'message', account: evm, payload: stringToHex(message) }, gateway);
const solanaText = (message: string) =>
  signed({
    kind: 'solanaMessage',
    account: solana,
    payload: base64.encode(new TextEncoder().encode(message)),
  });

const ORDERS: readonly NameOrder[] = [
  { action: 'register', name: NAME, attributes: { url: 'https://ada.example', '7': 'x' }, timestamp: TIME },
  { action: 'rename', name: NAME, to: 'ada-byron.example.com', timestamp: TIME },
  { action: 'release', name: NAME, timestamp: TIME },
  { action: 'transfer', name: NAME, to: OTHER, timestamp: TIME },
];
const scope = { gateway: GATEWAY, chainId: 1, account: evm, project: 'shop' };

describe('a keyring', () => {
  const session = 'f'.repeat(32);
  it.each([
    ['transfers a name', JSON.stringify(ORDERS[3])],
    ['renames an account', JSON.stringify(ORDERS[1])],
    ['releases a name', JSON.stringify(ORDERS[2])],
    ['registers a name', JSON.stringify({ name: NAME, attributes: {}, timestamp: TIME })],
    ['is written with other space', `\n ${JSON.stringify(ORDERS[3], null, 2)}\t`],
    ['has escapes', JSON.stringify(ORDERS[3]).replace('transfer', '\\u0074ransfer')],
    ['has a key twice', JSON.stringify(ORDERS[3]).replace('{', '{"action":"none",')],
    ['has further fields', JSON.stringify({ ...ORDERS[3], note: 'Welcome!' })],
    ['starts with a byte order mark', `\uFEFF${JSON.stringify(ORDERS[3])}`],
    ['ends a sign-in and names no gateway', revokeSignInMessage(`eip155:1:${evm}`, session)],
    [
      'ends a sign-in at another gateway',
      revokeSignInMessage(`solana:5eykt:${solana}`, session, 'https://g.example'),
    ],
    ['ends a permission and names no gateway', revokePermissionMessage(`eip155:1:${evm}`, session)],
    [
      'ends a permission at another gateway',
      revokePermissionMessage(`eip155:1:${evm}`, session, 'https://g.example'),
    ],
    ['proves that an installation has the keys', walletProofText(WALLET, 'j'.repeat(43))],
  ])('signs no text that %s, whatever account is asked [SEC-112]', (_, message) => {
    expect(text(message)).toBe('KEYRING_REFUSED');
    expect(text(message, undefined)).toBe('KEYRING_REFUSED');
    expect(solanaText(message)).toBe('KEYRING_REFUSED');
    const account = smartAccountAddress(evmAddressOf(keys.owner));
    expect(signed({ kind: 'message', account, payload: stringToHex(message) })).toBe('KEYRING_REFUSED');
  });

  it('signs no text that a schema of name orders reads, however it is spaced [SEC-112]', () => {
    const time = fc.integer({ min: 0, max: 9_999_999_999 });
    const name = fc.string({ minLength: 1, maxLength: 20 });
    const attributes = fc.dictionary(fc.string({ minLength: 1, maxLength: 9 }), fc.string({ maxLength: 9 }), {
      maxKeys: 3,
    });
    const content = fc.oneof(
      fc.record({ name, attributes, timestamp: time }),
      fc.record({ action: fc.constant('rename'), name, to: name, timestamp: time }),
      fc.record({ action: fc.constant('release'), name, timestamp: time }),
      fc.record({ action: fc.constant('transfer'), name, to: fc.constant(OTHER), timestamp: time }),
    );
    let count = 0;
    fc.assert(
      fc.property(
        content,
        fc.constantFrom(0, 1, 4),
        fc.constantFrom('', ' ', '\n\t'),
        (one, indent, space) => {
          const message = space + JSON.stringify(one, null, indent) + space;
          const read = JSON.parse(message);
          if (!nameMessage.safeParse(read).success && !nameChangeMessage.safeParse(read).success) return;
          count += 1;
          expect(text(message), message).toBe('KEYRING_REFUSED');
        },
      ),
      { numRuns: 200 },
    );
    expect(count).toBeGreaterThan(100);
  });

  it('still signs texts and data that only look alike, and what ends something at its own gateway', () => {
    for (const message of [
      'Hello',
      '{"hello":"world"}',
      '{"name":"Ada"}',
      'Do not sign: {"action":"transfer","name":"ada.example.com"}',
      'Revoke session of Ada',
      revokeSignInMessage(`eip155:1:${evm}`, session, GATEWAY),
      revokePermissionMessage(`eip155:1:${evm}`, session, GATEWAY),
    ]) {
      expect(text(message), message).toBe('signed');
      expect(solanaText(message), message).toBe('signed');
    }
    expect(base58.decode(solana)).toHaveLength(32);
  });

  const typed = (data: NameOrderTypedData, gateway?: string | undefined) =>
    signed({ kind: 'typedData', account: evm, payload: JSON.stringify(data) }, gateway);

  it.each(ORDERS)(
    'signs the order to $action only as it is for its gateway, account and chain [SEC-112]',
    order => {
      const right = nameOrderTypedData(order, scope);
      expect(typed(right)).toBe('signed');
      expect(typed({ ...right, types: omit(right.types, 'EIP712Domain') })).toBe('signed');
      const { domain, types, primaryType, message } = right;
      const fields = types[primaryType] ?? [];
      const foreign: readonly NameOrderTypedData[] = [
        nameOrderTypedData(order, { ...scope, gateway: 'https://other.example' }),
        nameOrderTypedData(order, { ...scope, chainId: 10 }),
        nameOrderTypedData(order, { ...scope, account: OTHER }),
        { ...right, domain: { ...domain, version: '2' } },
        { ...right, domain: { name: domain.name, version: '1' } as typeof domain },
        { ...right, domain: { ...domain, salt: `0x${'00'.repeat(32)}` } as typeof domain },
        { ...right, types: { ...types, [primaryType]: [...fields, { name: 'note', type: 'string' }] } },
        { ...right, types: { ...types, [primaryType]: fields.slice(1) } },
        { ...right, types: { ...types, Mail: fields }, primaryType: 'Mail' },
        { ...right, message: omit(message, 'account') },
      ];
      for (const one of foreign) expect(typed(one), JSON.stringify(one)).toBe('KEYRING_REFUSED');
      const request = { kind: 'typedData', account: evm, chainId, payload: JSON.stringify(right) } as const;
      expect(isForeignOrder(request, undefined)).toBe(true);
    },
  );

  it('signs as the page that created it allows, with the gateway of the deployment [SEC-112]', async () => {
    const [services, installation] = [await scriptedServices(), await memoryInstallation()];
    const keyring = createKeyring({ installation, origin: ORIGIN, gateway: GATEWAY, now: () => TIME });
    const set = await keyring.create(WALLET, services.keys);
    await confirm(keyring, installation, await services.store(set));
    const account = set.addresses.evm;
    const sign = async (id: string, gateway: string) => {
      const data = nameOrderTypedData(ORDERS[3] as NameOrder, { ...scope, account, gateway });
      const request = { id, kind: 'typedData', chainId, account, payload: JSON.stringify(data) } as const;
      return keyring.sign(request, await approved(request, TIME));
    };
    expect(await sign('a', GATEWAY)).toMatch(/^0x[0-9a-f]{130}$/);
    await expect(sign('b', 'https://other.example')).rejects.toMatchObject({ code: 'KEYRING_REFUSED' });
  });
});

function omit<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
