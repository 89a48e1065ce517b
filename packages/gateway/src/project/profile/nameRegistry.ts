import {
  type NameChange,
  type NameSuggestions,
  nameChangeMessage,
  nameMessage,
  type Profile,
} from 'latchkit/protocol';
import { accountId } from '../chains/accountId.js';
import type { VerifySignature, VerifyTypedData } from '../siwx/verifySignature.js';
import { NameError } from './NameError.js';
import { endingOf, isReserved, labelIn, type NameLabel, nameLabel, variantsOf } from './nameLabel.js';
import { normalName } from './normalName.js';
import type { NameChanges, NameRow, NameStore } from './store.js';
import { type NameVerification, type SignedNameMessage, verifyNameMessage } from './verifyNameMessage.js';

/** Maximum number of suggestions. */
const SUGGESTIONS = 4;

/** Coin type of Ethereum (SLIP-44). */
const EVM = '60';

/** A registered name, with its suffix. */
export interface RegisteredName {
  readonly name: string;
  readonly address: string;
  /** Text records (ENSIP-5). */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The operator's names. All its projects share them: a name belongs to an account, not to a page. */
export interface NameRegistry {
  /** What names end with; undefined: none are registered. */
  readonly suffix: string | undefined;
  /** Whether a name has the suffix, so that nobody else registers it. */
  owns(name: string): boolean;
  find(name: string): Promise<RegisteredName | undefined>;
  /** @param address - EIP-55. */
  ofAddress(address: string): Promise<RegisteredName | undefined>;
  /** @throws NameError 403 `NAMES_OFF`. */
  suggest(text: string): Promise<NameSuggestions>;
  /**
   * Registers a name for the account that signed the message.
   *
   * @throws NameError 403 `NAMES_OFF`, 400 `NAME_INVALID`, 409 `NAME_TAKEN`, 409 `NAME_LIMIT`, or as {@link change} about the message.
   */
  register(signed: SignedNameMessage, gone: AbortSignal, charge: () => Promise<void>): Promise<string>;
  /**
   * Renames or releases a name, or offers it to an account, which then registers it. Returns the account's name.
   *
   * @throws NameError 404 `NAME_NOT_FOUND`, 400 `INVALID_ACCOUNT`, `NAME_INVALID`, `MESSAGE_EXPIRED` or `MESSAGE_FROM_FUTURE`, 401
   * `INVALID_SIGNATURE`, 409 `MESSAGE_USED`; HttpError 503 `CHAIN_UNAVAILABLE`.
   */
  change(name: string, signed: SignedNameMessage, gone: AbortSignal): Promise<string | null>;
}

export interface NameRegistryOptions {
  readonly store: NameStore;
  readonly suffix: string | undefined;
  /** Origin of the gateway, which orders must name. */
  readonly origin: string;
  readonly verifySignature: VerifySignature;
  readonly verifyTypedData: VerifyTypedData;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function nameRegistry({
  store,
  suffix,
  origin,
  verifySignature,
  verifyTypedData,
  now,
}: NameRegistryOptions): NameRegistry {
  // A text names no gateway and no purpose: what takes a name away is typed data only.
  const changes: NameVerification = { gateway: origin, verifyTypedData, verifyText: undefined, now };
  // A registration can only give a name to its signer. Pages with a package of before version 0.2 have a text signed, until 0.3.
  const registrations: NameVerification = { ...changes, verifyText: verifySignature };
  const named = ({ label, address, attributes }: NameRow): RegisteredName => ({
    name: `${label}${suffix}`,
    address,
    attributes,
  });
  const requireSuffix = () => {
    if (suffix === undefined) throw new NameError(403, 'NAMES_OFF', 'No names are registered here');
    return suffix;
  };
  /** A label that may be registered unless it is taken. */
  const requireLabel = (name: string): NameLabel => {
    const ending = requireSuffix();
    const label = name.endsWith(ending) ? nameLabel(name.slice(0, -ending.length)) : undefined;
    if (label === undefined) {
      throw new NameError(400, 'NAME_INVALID', 'A name has 4 to 32 letters, digits or hyphens');
    }
    if (isReserved(label)) throw new NameError(409, 'NAME_TAKEN', 'This name is reserved');
    return label;
  };

  return {
    suffix,
    owns: name => suffix !== undefined && endingOf(name, suffix) !== undefined,
    async find(name) {
      const label = suffix === undefined ? undefined : labelIn(name, suffix);
      const found = label === undefined ? undefined : await store.find(label);
      return found && named(found);
    },
    async ofAddress(address) {
      const found = suffix === undefined ? undefined : await store.ofAddress(address);
      return found && named(found);
    },
    async suggest(text) {
      const ending = requireSuffix();
      const asked = text.endsWith(ending) ? text.slice(0, -ending.length) : text;
      const label = nameLabel(normalName(asked) ?? '');
      const candidates = variantsOf(label?.label).flatMap(one => nameLabel(one) ?? []);
      const taken = await store.taken([label, ...candidates].flatMap(one => one?.look ?? []));
      const isFree = (one: NameLabel) => !taken.has(one.look) && !isReserved(one);
      const available = label !== undefined && isFree(label);
      return {
        available,
        reason: available ? null : reasonOf(label),
        suggestions: candidates
          .filter(isFree)
          .slice(0, SUGGESTIONS)
          .map(one => ({ name: `${one.label}${ending}` })),
      };
    },
    async register(signed, gone, charge) {
      requireSuffix();
      const { message, address, use } = await verifyNameMessage(
        registrations,
        nameMessage,
        order => ({ action: 'register', ...order }),
        signed,
        gone,
      );
      const label = requireLabel(message.name);
      const name = { ...label, address, attributes: message.attributes };
      await charge();
      await store.change(address, async changes => {
        await use(changes);
        const own = await changes.ownName();
        if (own !== undefined) {
          throw new NameError(409, 'NAME_LIMIT', `This account already has the name ${named(own).name}`);
        }
        if (!((await changes.accept(name)) || (await changes.add(name)))) throw takenError();
      });
      return message.name;
    },
    async change(name, signed, gone) {
      const ending = requireSuffix();
      const { message, address, use } = await verifyNameMessage(
        changes,
        nameChangeMessage,
        order => order,
        signed,
        gone,
      );
      const label = labelIn(name, ending);
      if (label === undefined || message.name !== `${label}${ending}`) {
        throw new NameError(400, 'NAME_INVALID', 'The signed message is about another name');
      }
      return store.change(address, async own => {
        await use(own);
        return changed(own, label, message);
      });

      async function changed(changes: NameChanges, own: string, change: NameChange): Promise<string | null> {
        const row = await changes.ownName();
        if (row?.label !== own)
          throw new NameError(404, 'NAME_NOT_FOUND', 'This account does not have the name');
        switch (change.action) {
          case 'transfer':
            await changes.offer(own, transferTo(change.to));
            return named(row).name;
          case 'release':
            await changes.release(own);
            return null;
          case 'rename': {
            const to = requireLabel(change.to);
            await changes.release(own);
            if (!(await changes.add({ ...to, address, attributes: row.attributes }))) throw takenError();
            return change.to;
          }
        }
      }
    },
  };
}

/** The profile of a registered name. Its account has the same address on every EVM chain. */
export function profileOf({ name, address }: RegisteredName): Profile {
  return { name, addresses: { [EVM]: { address } } };
}

/** The receiver of a name, in the form in which it will register it. */
function transferTo(address: string): string {
  return accountId(`eip155:1:${address}`)?.address ?? address;
}

function takenError(): NameError {
  return new NameError(409, 'NAME_TAKEN', 'This name is taken, or one that looks like it');
}

function reasonOf(label: NameLabel | undefined): string {
  if (label === undefined) return 'A name has 4 to 32 letters, digits or hyphens';
  return isReserved(label) ? 'This name is reserved' : takenError().message;
}
