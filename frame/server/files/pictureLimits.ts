/** Limit of a decoded picture: the 48 megapixels of a phone take 200 MB of memory. Larger pictures are bombs. */
export const MAX_PIXELS = 50_000_000;
export const MAX_MEGAPIXELS = MAX_PIXELS / 1_000_000;
/** Photos are scaled down to this width and height. */
export const MAX_SIDE_PIXELS = 2048;
/** Keeps small print of documents legible. */
export const DOCUMENT_OUTPUT = { quality: 95, chromaSubsampling: '4:4:4' } as const;
