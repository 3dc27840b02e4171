import type { Pixels } from './barcode.ts';

/** The pixels of a picture, or of what a camera shows at this moment. */
export function capturePixels(source: CanvasImageSource, width: number, height: number): Pixels {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures.');
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** The pixels of a picture in a file. Throws where it is none. */
export async function decodePixels(picture: Blob): Promise<Pixels> {
  const image = await createImageBitmap(picture);
  try {
    return capturePixels(image, image.width, image.height);
  } finally {
    image.close();
  }
}
