import {
  readCurrencyImageRequest,
  readNetworkImageRequest,
  readTokenLogoRequest,
  readWalletImageRequest,
} from 'latchkit/protocol';
import { answerImage } from '../../platform/http/answerImage.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { ImageService } from './service.js';

/** Images of wallets, networks, login providers, currencies and tokens. */
export function imageCalls(images: ImageService): readonly CallHandler[] {
  return [
    handle(readWalletImageRequest, async ({ params, context }) =>
      answerImage(context, await images.wallet(params.id)),
    ),
    handle(readNetworkImageRequest, ({ params, context }) => answerImage(context, images.asset(params.id))),
    handle(readCurrencyImageRequest, ({ params, context }) =>
      answerImage(context, images.currency(params.id)),
    ),
    handle(readTokenLogoRequest, ({ params, context }) => answerImage(context, images.token(params.id))),
  ];
}
