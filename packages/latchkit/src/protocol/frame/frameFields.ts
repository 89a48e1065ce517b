import * as z from 'zod/mini';
import { isCaipNetworkId } from '../caip.js';
import { emailAddress } from '../wallet/walletFields.js';
import { FRAME_LIMITS } from './frameLimits.js';

/** A text of at least one character. */
export const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** An email address, in the form that the wallet's services take [VAL-01]. */
export const emailField = emailAddress;

/** A one-time code: a text, as its zeros at the start count [VAL-02]. */
export const otpField = text(32);

/** A CAIP-2 chain id, for example `eip155:1`. */
export const chainIdField = z.string().check(z.refine(isCaipNetworkId));

/** Namespaces that an RPC request may name [VAL-04]. */
export const rpcNamespaceField = z.enum(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos']);

/** Social providers that a redirect address can be asked for [VAL-03]. */
export const socialProviderField = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord']);

/** Kinds of embedded accounts. */
export const accountTypeField = z.enum(['eoa', 'smartAccount', 'payment']);

/** An address on the web, or of an app. */
export const uriField = text(8_192);

/** Calldata, a transaction, a message to sign. */
export const dataField = z.string().check(z.maxLength(FRAME_LIMITS.dataBytes));

/** Bytes as `0x…` [VAL-10] [VAL-11]. */
export const hexField = dataField.check(z.regex(/^0x[0-9a-fA-F]*$/));

/** The address of an account of EIP-155. */
export const evmAddressField = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));

/** An account's address in base58. */
export const solanaAddressField = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/));

/** No fields. */
export const nothing = z.strictObject({});

/** What an answer names its request by. */
export const idField = z.uuid();
