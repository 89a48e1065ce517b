import { checksumAddress, isEvmAddress } from 'latchkit/protocol';
import { type Hex, hashDomain, hashStruct, hashTypedData, type TypedDataDefinition } from 'viem';
import { knownTypedData } from './knownTypedData.js';
import type { Fact, Field, Line, Review } from './Review.js';
import type { ReviewContext } from './ReviewContext.js';
import { readTypedData, type TypedData } from './readTypedData.js';
import { visibleMessage, visibleText } from './visibleText.js';

/** Types that move what a smart account holds. A page has no use for them but to empty one: the wallet makes its own. */
const OWN_TYPES = new Set(['SafeTx', 'SafeOp', 'SafeMessage', 'PackedUserOperation', 'UserOperation']);

/** Modules of our smart accounts that check signatures: Safe4337Module 0.3.0 and its setup. */
const OWN_CONTRACTS = new Set([
  '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226',
  '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47',
]);

/** What signing typed data does. */
export async function reviewTypedData(payload: string, context: ReviewContext): Promise<Review> {
  const typed = readTypedData(payload);
  if (typed === undefined) throw new TypeError('Not typed data');
  const known = await knownTypedData(typed, context);
  const { domain, primaryType } = typed;
  const facts: Fact[] = [];
  if (typeof domain.name === 'string') {
    facts.push({ label: 'fact.claimedName', value: { plain: visibleText(domain.name) } });
  }
  if (isEvmAddress(String(domain.verifyingContract ?? ''))) {
    facts.push({
      label: 'fact.contract',
      value: { address: checksumAddress(String(domain.verifyingContract)) },
    });
  }
  facts.push({ label: 'fact.kind', value: { plain: visibleText(primaryType) } });
  return {
    risk: known?.risk ?? riskOf(typed),
    action: known?.action ?? { text: 'action.typedData' },
    changes: known?.changes ?? [],
    facts: [...(known?.facts ?? []), ...facts],
    warnings: known?.warnings ?? unknownWarnings(typed),
    blocks: blocksOf(typed, context),
    fields: fieldsOf(typed),
    raw: rawOf(typed, payload),
  };
}

/** Whether the data is for a contract. What that does with it, its fields do not say: it may be an order for all of a token. */
function namesContract({ domain }: TypedData): boolean {
  return domain.verifyingContract !== undefined || domain.salt !== undefined;
}

/** Whether a type says of itself that it gives rights. Of a known kind it would have been read: this one cannot be. */
function givesRights(typed: TypedData): boolean {
  return namesContract(typed) && namesOf(typed).some(name => RIGHTS.test(name));
}

const RIGHTS = /permit|approv|allow|authori[sz]|delegat/i;

function unknownWarnings(typed: TypedData): readonly Line[] {
  if (givesRights(typed)) return [{ text: 'warning.unknownPermit' }];
  return namesContract(typed) ? [{ text: 'warning.unknownTypedData' }] : [];
}

/** Of typed data of no known kind. For no contract and no network it is a message with fields: nothing on a chain takes it. */
function riskOf(typed: TypedData): Review['risk'] {
  if (givesRights(typed)) return 'R3';
  return namesContract(typed) || typed.domain.chainId !== undefined ? 'R2' : 'R1';
}

function blocksOf(typed: TypedData, { chainId, account, networkOf }: ReviewContext): readonly Line[] {
  const { domain } = typed;
  const blocks: Line[] = [];
  const named = `eip155:${visibleText(String(domain.chainId))}`;
  if (domain.chainId !== undefined && `eip155:${String(domain.chainId)}` !== chainId) {
    blocks.push({ text: 'block.chain', slots: { chain: networkOf(named).name } });
  }
  const contract = String(domain.verifyingContract ?? '').toLowerCase();
  const isOwn = OWN_CONTRACTS.has(contract) || contract === account.toLowerCase();
  if (isOwn || namesOf(typed).some(name => OWN_TYPES.has(name))) blocks.push({ text: 'block.ownAccount' });
  return blocks;
}

/** The structs that are signed: the first and all that it is made of. */
function namesOf({ types, primaryType }: TypedData): readonly string[] {
  const names = [primaryType];
  for (const name of names) {
    for (const { type } of types[name] ?? []) {
      const plain = type.replace(/(\[\d*\])+$/, '');
      if (Object.hasOwn(types, plain) && !names.includes(plain)) names.push(plain);
    }
  }
  return names;
}

/** Every value of the message, by where it is. */
function fieldsOf({ message }: TypedData): readonly Field[] {
  const fields: Field[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) {
      fields.push({ path, value: visibleMessage(String(value)) });
      return;
    }
    for (const [key, one] of Object.entries(value)) {
      walk(one, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
    }
  };
  walk(message, '');
  return fields;
}

function rawOf(typed: TypedData, payload: string): Review['raw'] {
  const definition = typed as unknown as TypedDataDefinition & {
    types: Record<string, { name: string; type: string }[]>;
  };
  const { domain, types, primaryType, message } = definition;
  const parts: readonly [Review['raw'][number]['label'], Hex][] = [
    ['raw.domainHash', hashDomain({ domain: domain ?? {}, types })],
    ['raw.messageHash', hashStruct({ data: message as Record<string, unknown>, primaryType, types })],
    ['raw.signedHash', hashTypedData(definition)],
  ];
  return [
    ...parts.map(([label, text]) => ({ label, text })),
    { label: 'raw.typedData', text: visibleMessage(payload) },
  ];
}
