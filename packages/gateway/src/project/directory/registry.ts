import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { packageFile } from '../../platform/packageFile.js';
import { registryFacts } from '../projects/walletFacts.js';
import type { RegistryWallet } from './RegistryWallet.js';

/** Format of `data/wallets.json`. A misspelled field is an error. */
export const walletRegistry = z.array(z.strictObject(registryFacts)).readonly();

/** All built-in wallets, in display order. */
export const registry: readonly RegistryWallet[] = walletRegistry.parse(
  JSON.parse(readFileSync(packageFile('data/wallets.json'), 'utf8')),
);
