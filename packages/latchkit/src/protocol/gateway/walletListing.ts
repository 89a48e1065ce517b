import * as z from 'zod/mini';
import { listOf } from '../listOf.js';

const link = z.catch(z.nullish(z.string()), undefined);

/** One wallet of the directory: `GET /getWallets`, and the entries of its `data`. */
export const walletListing = z.object({
  id: z.string(),
  name: z.string(),
  /** Id for `GET /getWalletImage/{image_id}`. */
  image_id: z.nullish(z.string()),
  /** Reverse-DNS name that the wallet announces under EIP-6963. */
  rdns: z.nullish(z.string()),
  /** CAIP-2 ids. */
  chains: z.catch(listOf(z.string()), []),
  /** Whether it supports WalletConnect v2. Absent: unknown. */
  wallet_connect: z.catch(z.nullish(z.boolean()), undefined),
  /** The relays that its app listens to. Absent: unknown. */
  relay: z.catch(z.nullish(z.enum(['network', 'gateway', 'both'])), undefined),
  homepage: link,
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  chrome_store: link,
  app_store: link,
  play_store: link,
  badge_type: z.nullish(z.string()),
});

/** A wallet of the gateway's directory. */
export type WalletListing = z.infer<typeof walletListing>;

/** Response of `GET /getWallets`. Unknown fields are ignored. */
export const walletListingAnswer = z.object({ data: listOf(walletListing), count: z.number() });
