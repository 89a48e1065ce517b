import { createHash } from 'node:crypto';
import {
  evmChainOf,
  type NameChange,
  type NameSuggestions,
  nameChangeMessage,
  nameMessage,
  type Profile,
} from 'latchkit/protocol';
import * as z from 'zod';
import { type AccountId, accountId } from '../chains/accountId.js';
import type { VerifySignature } from '../siwx/verifySignature.js';
import { NameError } from './NameError.js';
import { endingOf, isReserved, labelIn, type NameLabel, nameLabel, variantsOf } from './nameLabel.js';
import { normalName } from './normalName.js';
import type { NameChanges, NameRow, NameStore } from './store.js';

/** Seconds for which a signed message is valid, and by which its time may be in the future. */
const WINDOW = 300;
const CLOCK_SKEW = 60;

/** Maximum number of suggestions. */
const SUGGESTIONS = 4;

/** Coin type of Ethereum (SLIP-44). */
const EVM = '60';

/** A message about a name, as its account signed it. */
export interface SignedNameMessage {
  /** ENSIP-11. */
  readonly coin_type: number;
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

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
  register(signed: SignedNameMessage, gone: AbortSignal): Promise<string>;
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
  readonly verifySignature: VerifySignature;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A message that was signed just now, and was not used before. */
interface Verified<Message> {
  readonly message: Message;
  /** EIP-55. */
  readonly address: string;
  /** Marks the message as used. */
  use(changes: NameChanges): Promise<void>;
}

export function nameRegistry({ store, suffix, verifySignature, now }: NameRegistryOptions): NameRegistry {
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
      const taken = await store.taken([label, ...candidates].flatMap(one => one?.skeleton ?? []));
      const isFree = (one: NameLabel) => !taken.has(one.skeleton) && !isReserved(one);
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
    async register(signed, gone) {
      requireSuffix();
      const { message, address, use } = await verify(nameMessage, signed, gone);
      const { label, skeleton } = requireLabel(message.name);
      const name = { label, skeleton, address, attributes: message.attributes };
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
      const { message, address, use } = await verify(nameChangeMessage, signed, gone);
      const label = labelIn(name, ending);
      if (label === undefined || message.name !== `${label}${ending}`) {
        throw new NameError(400, 'NAME_INVALID', 'The signed message is about another name');
      }
      return store.change(address, async changes => {
        await use(changes);
        return changed(changes, label, message);
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

  /** Verifies the message and its time, then the signature, which may ask a chain. */
  async function verify<Schema extends z.core.$ZodType<{ timestamp: number }>>(
    schema: Schema,
    { coin_type, address, message: text, signature }: SignedNameMessage,
    gone: AbortSignal,
  ): Promise<Verified<z.core.output<Schema>>> {
    const account = accountOf(coin_type, address);
    const message = parsed(schema, text);
    const age = Math.floor(now() / 1_000) - message.timestamp;
    if (age > WINDOW) throw new NameError(400, 'MESSAGE_EXPIRED', 'The signature is older than 5 minutes');
    if (age < -CLOCK_SKEW)
      throw new NameError(400, 'MESSAGE_FROM_FUTURE', 'The signature is from the future');
    if (!(await verifySignature(account, text, signature, gone))) {
      throw new NameError(401, 'INVALID_SIGNATURE', 'The account did not sign this');
    }
    return {
      message,
      address: account.address,
      async use(changes) {
        const until = new Date((message.timestamp + WINDOW + 1) * 1_000);
        if (await changes.use(digestOf(account, text), until)) return;
        throw new NameError(409, 'MESSAGE_USED', 'This signature was used before');
      },
    };
  }
}

/** The profile of a registered name. Its account has the same address on every EVM chain. */
export function profileOf({ name, address }: RegisteredName): Profile {
  return { name, addresses: { [EVM]: { address } } };
}

function parsed<Schema extends z.core.$ZodType>(schema: Schema, text: string): z.core.output<Schema> {
  const json = z.string().transform((given, context) => {
    try {
      return JSON.parse(given) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  });
  const read = json.safeParse(text);
  const result = read.success ? z.safeParse(schema, read.data) : read;
  if (result.success) return result.data as z.core.output<Schema>;
  throw new NameError(400, 'NAME_INVALID', 'The signed message cannot be read');
}

function accountOf(coinType: number, address: string): AccountId {
  const chain = evmChainOf(coinType);
  const account = chain === undefined ? undefined : accountId(`eip155:${chain}:${address}`);
  if (account === undefined)
    throw new NameError(400, 'INVALID_ACCOUNT', 'Names are for accounts of EVM chains');
  return account;
}

/** The receiver of a name, in the form in which it will register it. */
function transferTo(address: string): string {
  return accountId(`eip155:1:${address}`)?.address ?? address;
}

/** The message, not its signature, which has more than one valid form. */
function digestOf({ address }: AccountId, text: string): string {
  return createHash('sha256').update(`${address}\n${text}`).digest('hex');
}

function takenError(): NameError {
  return new NameError(409, 'NAME_TAKEN', 'This name is taken, or one that looks like it');
}

function reasonOf(label: NameLabel | undefined): string {
  if (label === undefined) return 'A name has 4 to 32 letters, digits or hyphens';
  return isReserved(label) ? 'This name is reserved' : takenError().message;
}
