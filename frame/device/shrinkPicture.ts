/** Maximum pixels per side, and JPEG quality. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;

/** Scales a photo down to an upright JPEG for slow networks. Throws if it is not an image. */
export async function shrinkPicture(picture: Blob): Promise<Blob> {
  const image = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!small) throw new Error('This browser writes no JPEG.');
  return small;
}
