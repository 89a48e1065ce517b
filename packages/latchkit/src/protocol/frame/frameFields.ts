import * as z from 'zod/mini';
import { isChainId } from '../caip.js';
import { emailAddress } from '../wallet/walletFields.js';
import { FRAME_LIMITS } from './frameLimits.js';

/** A non-empty text. */
export const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** An email address, in the form that the wallet service accepts. */
export const emailField = emailAddress;

/** A one-time code: a string, because it can start with zeros. */
export const otpField = text(32);

/** A CAIP-2 chain id, for example `eip155:1`. */
export const chainIdField = z.string().check(z.refine(isChainId));

/** Namespaces that an RPC request may use. */
export const rpcNamespaceField = z.enum(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos']);

/** Social providers for which a redirect URL can be requested. */
export const socialProviderField = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord']);

/** Types of embedded accounts. */
export const accountTypeField = z.enum(['eoa', 'smartAccount', 'payment']);

/** A URL of a web page or an app. */
export const uriField = text(8_192);

/** Calldata, a transaction, a message to sign. */
export const dataField = z.string().check(z.maxLength(FRAME_LIMITS.dataBytes));

/** Bytes as `0x…`. */
export const hexField = dataField.check(z.regex(/^0x[0-9a-fA-F]*$/));

/** An EVM account's address. */
export const evmAddressField = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));

/** A base58 account address. */
export const solanaAddressField = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/));

/** No fields. */
export const nothing = z.strictObject({});

/** A UUID in either case: the id of a request, which its response repeats. A pattern of our own is smaller than zod's. */
export const idField = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i));
