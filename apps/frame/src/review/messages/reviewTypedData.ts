import { isAccountOrder, isForeignOrder, signedTypes } from '@latchkit/keyring';
import { checksumAddress, isEvmAddress } from 'latchkit/protocol';
import { type Hex, hashDomain, hashStruct, hashTypedData, type TypedDataDefinition } from 'viem';
import type { Line } from '../../texts/createTexts.js';
import type { Fact, Field, Review, ReviewContext } from '../model/Review.js';
import { visibleMessage, visibleText } from '../model/visibleText.js';
import { knownTypedData } from './knownTypedData.js';
import { readTypedData, type TypedData } from './readTypedData.js';
import { reviewNameOrder } from './reviewNameOrder.js';

/** Reviews typed data. */
export async function reviewTypedData(payload: string, context: ReviewContext): Promise<Review> {
  const typed = readTypedData(payload);
  if (typed === undefined) throw new TypeError('Not typed data');
  const known = reviewNameOrder(typed, context) ?? (await knownTypedData(typed, context));
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
    fields: fieldsOf(typed, context.account),
    raw: rawOf(typed, payload),
  };
}

/**
 * Whether the data is for a contract. Its fields don't show what the contract does with it: it may be an order for a whole
 * balance.
 */
function namesContract({ domain }: TypedData): boolean {
  return domain.verifyingContract !== undefined || domain.salt !== undefined;
}

/** Whether the type's name suggests that it grants rights. Known kinds are decoded before; this one can't be. */
function givesRights(typed: TypedData): boolean {
  return signedTypes(typed.types, typed.primaryType).some(name => RIGHTS.test(name));
}

const RIGHTS = /permit|approv|allow|authori[sz]|delegat|session|enable|module/i;

/** A domain without a contract does not say that none accepts the data: contracts and exchanges choose their domains. */
function unknownWarnings(typed: TypedData): readonly Line[] {
  return [{ text: givesRights(typed) ? 'warning.unknownPermit' : 'warning.unknownTypedData' }];
}

/**
 * The risk class of typed data of no known kind. What names neither a contract nor a network is no harmless message: an exchange
 * derives the key of an account from it, a module of an account takes it for an order.
 */
function riskOf(typed: TypedData): Review['risk'] {
  return givesRights(typed) || !(namesContract(typed) || typed.domain.chainId !== undefined) ? 'R3' : 'R2';
}

function blocksOf(typed: TypedData, context: ReviewContext): readonly Line[] {
  const { chainId, account, networkOf } = context;
  const { domain } = typed;
  const blocks: Line[] = [];
  const named = `eip155:${visibleText(String(domain.chainId))}`;
  if (domain.chainId !== undefined && `eip155:${String(domain.chainId)}` !== chainId) {
    blocks.push({ text: 'block.chain', slots: { chain: networkOf(named).name } });
  }
  const signing = { kind: 'typedData', payload: JSON.stringify(typed), account, chainId } as const;
  // The keyring refuses both, too.
  if (isAccountOrder(signing)) blocks.push({ text: 'block.ownAccount' });
  if (isForeignOrder(signing, context.gateway)) blocks.push({ text: 'block.order' });
  return blocks;
}

/** All values of the message with their paths, each as its type in the data says. */
function fieldsOf({ message, types, primaryType }: TypedData, account: string): readonly Field[] {
  const fields: Field[] = [];
  const walk = (value: unknown, path: string, type: string) => {
    if (typeof value !== 'object' || value === null)
      return void fields.push(fieldOf(path, value, type, account));
    if (Array.isArray(value)) {
      // It is signed, and can mean everyone or everything.
      if (value.length === 0) fields.push({ path, value: '[]' });
      const item = type.replace(/\[\d*\]$/, '');
      for (const [at, one] of value.entries()) walk(one, `${path}[${at}]`, item);
      return;
    }
    const given = value as Readonly<Record<string, unknown>>;
    for (const { name, type: own } of types[type] ?? []) {
      walk(given[name], path === '' ? name : `${path}.${name}`, own);
    }
  };
  walk(message, '', primaryType);
  return fields;
}

function fieldOf(path: string, value: unknown, type: string, account: string): Field {
  const text = String(value);
  if (type === 'address' && isEvmAddress(text)) {
    const address = checksumAddress(text);
    return { path, value: address, as: address === account ? 'own' : 'address' };
  }
  return /^u?int\d*$/.test(type)
    ? { path, value: text, as: 'number' }
    : { path, value: visibleMessage(text) };
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
