import type { ListedToken } from 'latchkit/protocol';
import type { FoundImage, ImageService } from '../assets/service.js';
import type { Token } from './Token.js';

/** The tokens that are known by name, as the wallet page is told of them. */
export interface ListedTokens {
  /** Those of a chain, by its CAIP-2 id; of one that is not served: none. */
  of(chainId: string): readonly ListedToken[];
  /** @throws GatewayError 404 `IMAGE_NOT_FOUND`. */
  image(id: string): FoundImage;
}

/** Images are ours, by symbol: those that an operator's list has elsewhere the wallet page would not load. */
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
