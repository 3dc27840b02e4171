/** Pixels of the longest side, and how much of a picture JPEG keeps. */
const LONGEST = 1600;
const QUALITY = 0.8;

/** A camera's picture as an upright JPEG that a weak network can carry. Throws where it is no picture. */
export async function shrinkPicture(picture: Blob): Promise<Blob> {
  const image = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!small) throw new Error('This browser writes no JPEG.');
  return small;
}
