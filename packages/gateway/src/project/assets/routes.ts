import {
  readCurrencyImageRequest,
  readNetworkImageRequest,
  readPictureRequest,
  readTokenLogoRequest,
  readWalletImageRequest,
} from 'latchkit/protocol';
import { answerImage } from '../../platform/http/answerImage.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { Pictures } from './pictures.js';
import type { ImageService } from './service.js';

/** Pictures at other hosts, under URLs of this gateway. */
export function pictureCalls(pictures: Pictures): readonly CallHandler[] {
  return [
    handle(readPictureRequest, async ({ params, context }) =>
      answerImage(context, await pictures.read(params.id, context.req.raw.signal)),
    ),
  ];
}

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
