import { isFunctionSignature, MAX_REGISTERED_FUNCTIONS, movesTokens } from 'latchkit/protocol';
import * as z from 'zod';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address');

/** What may be spent in 24 hours: gas, US dollars, or both. */
const allowance = z
  .object({ gas: z.number().int().positive().optional(), usd: z.number().positive().optional() })
  .refine(({ gas, usd }) => gas !== undefined || usd !== undefined, 'needs gas or usd');

/** Which user operations a project pays for. */
export const sponsorshipPolicy = z.object({
  /** CAIP-2 ids. */
  chains: z
    .array(z.string().regex(/^eip155:[1-9]\d{0,31}$/, 'is not the CAIP-2 id of an EVM chain'))
    .min(1)
    .max(100),
  /** Origins whose pages get sponsored fees; empty: all pages of the project. */
  origins: z.array(z.string().max(300)).max(200).default([]),
  /** Contracts that may be called, and their functions; without selectors: all. Empty: any call. */
  targets: z
    .array(
      z.object({
        contract: address,
        selectors: z
          .array(z.string().regex(/^0x[0-9a-fA-F]{8}$/, 'is not a selector'))
          .max(200)
          .default([]),
      }),
    )
    .max(500)
    .default([]),
  /** Of one user. */
  perUser: allowance,
  /** Of all users together. */
  total: allowance,
  /**
   * Parts of `total`, from 0 to 1, for accounts whose first sponsored operation landed less than 24 hours ago: of all of them, and of those
   * in one network. The rest stays for others, so that strangers cannot use up the fees of users.
   */
  newUsers: z
    .object({
      share: z.number().min(0).max(1).default(0.5),
      network: z.number().min(0).max(1).default(0.1),
    })
    .default({ share: 0.5, network: 0.1 }),
});

export type SponsorshipPolicy = z.infer<typeof sponsorshipPolicy>;
export type SponsorshipAllowance = z.infer<typeof allowance>;

/** A function that a project registers: only for these may its pages ask for a permission to call, once the operator approved them. */
const registered = z
  .object({
    /** CAIP-2 id. */
    chainId: z.string().regex(/^eip155:[1-9]\d{0,31}$/, 'is not the CAIP-2 id of an EVM chain'),
    contract: address,
    function: z
      .string()
      .refine(isFunctionSignature, 'is not a function with its types, such as claim(uint256,address)'),
    /** What users know the contract by. */
    name: z.string().trim().min(1).max(60),
  })
  .refine(one => !movesTokens(one), {
    message: 'moves tokens or makes other calls, so it needs a permission with a limit of the amount',
    path: ['function'],
  });

/** A function that the operator approves, as it is registered. */
const approved = z.object({ chainId: z.string(), contract: address, function: z.string() });

/** The functions that the operator approves, in a file of the operator's own. */
export const approvedFunctions = z.array(approved).max(MAX_REGISTERED_FUNCTIONS);

/** Whether the operator approved a registered function. */
export function isApproved(
  { chainId, contract, function: signature }: z.infer<typeof approved>,
  list: readonly z.infer<typeof approved>[],
): boolean {
  return list.some(
    one =>
      one.chainId === chainId &&
      one.contract.toLowerCase() === contract.toLowerCase() &&
      one.function === signature,
  );
}

/** Settings of a project for smart accounts. */
export const projectSmartAccounts = z.object({
  /** Whether its pages may name a paymaster of their own (ERC-7677), which the gateway then contacts. */
  hostPaymasters: z.boolean().default(false),
  /** Whether its pages may ask for permissions (ERC-7715). Experimental. */
  permissions: z
    .object({
      enabled: z.boolean().default(false),
      /** Of `contract-call` permissions. */
      functions: z.array(registered).max(MAX_REGISTERED_FUNCTIONS).default([]),
      /** Those of them that the operator approved: the others are not granted or served. `project set --smart-accounts` keeps it. */
      approved: z.array(approved).max(MAX_REGISTERED_FUNCTIONS).default([]),
    })
    .default({ enabled: false, functions: [], approved: [] }),
  sponsorship: sponsorshipPolicy.optional(),
});
