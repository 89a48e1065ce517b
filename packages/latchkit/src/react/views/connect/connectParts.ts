import { AllWalletsRow } from './AllWalletsRow.js';
import { ConnectFooter } from './ConnectFooter.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './useTerms.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

/**
 * What Connect has that basic mode needs too. Handed to it, and not imported by it: what two chunks share becomes a third, and
 * every host would load Connect in more and larger pieces for the sake of one mode.
 */
export const connectParts = { AllWalletsRow, ConnectFooter, TermsCheckbox, useTerms, AGREE_FIRST_ID };

export type ConnectParts = typeof connectParts;
