import type { ListedToken } from 'latchkit/protocol';
import type { ServedImage } from '../../platform/http/answerImage.js';
import type { ImageService } from '../assets/service.js';
import type { Token } from './Token.js';

/** Known tokens, for the wallet page. */
export interface ListedTokens {
  /** Returns the tokens of a chain, by its CAIP-2 id; none for a chain that isn't served. */
  of(chainId: string): readonly ListedToken[];
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  image(id: string): ServedImage;
}

/** Images are the gateway's, by symbol: the wallet page would not load images from other hosts. */
export function listedTokens(tokens: readonly Token[], images: ImageService): ListedTokens {
  return {
    of: chainId =>
      tokens
        .filter(token => token.chainId === chainId)
        .map(({ address, name, symbol, decimals }) => {
          const image = images.tokenImageId(symbol);
          return { address, name, symbol, decimals, ...(image === undefined ? {} : { image }) };
        }),
    image: images.token,
  };
}
