import { AllWalletsRow } from './AllWalletsRow.js';
import { ConnectFooter } from './ConnectFooter.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './useTerms.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

/**
 * The parts of Connect that basic mode uses too. They are passed to basic mode instead of imported by it: code shared
 * by two chunks becomes a third one, so every host would load Connect in more and larger chunks for the sake of one
 * mode.
 */
export const connectParts = { AllWalletsRow, ConnectFooter, TermsCheckbox, useTerms, AGREE_FIRST_ID };

export type ConnectParts = typeof connectParts;
