import * as z from 'zod/mini';
import type { HttpRequest } from '../HttpCall.js';

const imageParams = () => z.object({ id: z.string().check(z.maxLength(200)) });

/** Logo of a wallet, for `<img>` elements: WebP, or another type from an operator's list of wallets. */
export const readWalletImageRequest = {
  call: { method: 'GET', path: '/getWalletImage/{id}', auth: 'open', response: 'image/*' },
  summary: 'Image of a wallet',
  params: imageParams,
  pathError: 'IMAGE_NOT_FOUND',
  errors: ['IMAGE_NOT_FOUND'],
} as const satisfies HttpRequest;

/** Logo of a network, or mark of a login provider (`login:google`), for `<img>` elements. */
export const readNetworkImageRequest = {
  call: { method: 'GET', path: '/public/getAssetImage/{id}', auth: 'open', response: 'image/svg+xml' },
  summary: 'Image of a network or login provider',
  params: imageParams,
  pathError: 'IMAGE_NOT_FOUND',
  errors: ['IMAGE_NOT_FOUND'],
} as const satisfies HttpRequest;

/** Image of a fiat currency, for `<img>` elements. */
export const readCurrencyImageRequest = {
  call: { method: 'GET', path: '/public/getCurrencyImage/{id}', auth: 'open', response: 'image/svg+xml' },
  summary: 'Image of a currency',
  params: imageParams,
  pathError: 'IMAGE_NOT_FOUND',
  errors: ['IMAGE_NOT_FOUND'],
} as const satisfies HttpRequest;

/** Logo of a token, for `<img>` elements. */
export const readTokenLogoRequest = {
  call: { method: 'GET', path: '/public/getTokenImage/{id}', auth: 'open', response: 'image/svg+xml' },
  summary: 'Image of a token',
  params: imageParams,
  pathError: 'IMAGE_NOT_FOUND',
  errors: ['IMAGE_NOT_FOUND'],
} as const satisfies HttpRequest;

/** Picture at another host that an answer named, such as the avatar of a name, for `<img>` elements. */
export const readPictureRequest = {
  call: { method: 'GET', path: '/public/getPicture/{id}', auth: 'open', response: 'image/*' },
  summary: 'Picture of a name or an NFT',
  params: imageParams,
  pathError: 'IMAGE_NOT_FOUND',
  errors: ['IMAGE_NOT_FOUND'],
} as const satisfies HttpRequest;
