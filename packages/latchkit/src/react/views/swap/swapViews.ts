import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addSwapTexts } from '../../runtime/addSwapTexts.js';
import { SwapReviewView } from './SwapReviewView.js';
import { SwapSelectTokenView } from './SwapSelectTokenView.js';
import { SwapView } from './SwapView.js';

/** Loads the views of swaps with their texts. */
export async function loadSwapViews(parts: EmbeddedParts) {
  await addSwapTexts(parts);
  return { SwapReviewView, SwapSelectTokenView, SwapView };
}
