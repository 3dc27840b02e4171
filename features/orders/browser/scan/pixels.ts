/** RGBA, as in ImageData. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Returns the pixels of a picture or of the current camera frame. */
export function capturePixels(source: CanvasImageSource, width: number, height: number): Pixels {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures.');
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Decodes an image file. Throws if it is not an image. */
export async function decodePixels(picture: Blob): Promise<Pixels> {
  const image = await createImageBitmap(picture);
  try {
    return capturePixels(image, image.width, image.height);
  } finally {
    image.close();
  }
}
