/** Supported media types of images. */
export const IMAGE_TYPES = ['image/svg+xml', 'image/webp', 'image/png', 'image/jpeg'] as const;

/** The bytes of an image, or the text of an SVG. */
export interface ImageContent {
  readonly type: (typeof IMAGE_TYPES)[number];
  readonly content: string | Uint8Array<ArrayBuffer>;
}
