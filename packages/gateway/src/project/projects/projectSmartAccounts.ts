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
});

export type SponsorshipPolicy = z.infer<typeof sponsorshipPolicy>;
export type SponsorshipAllowance = z.infer<typeof allowance>;

/** Settings of a project for smart accounts. */
export const projectSmartAccounts = z.object({
  /** Whether its pages may name a paymaster of their own (ERC-7677), which the gateway then contacts. */
  hostPaymasters: z.boolean().default(false),
  /** Whether its pages may ask for permissions (ERC-7715). Experimental. */
  permissions: z.object({ enabled: z.boolean().default(false) }).default({ enabled: false }),
  sponsorship: sponsorshipPolicy.optional(),
});
