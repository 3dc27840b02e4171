import bwip from 'bwip-js/node';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { createBarcodeReader } from '../browser/scan/barcode.ts';

async function label(bcid: 'code128' | 'datamatrix', text: string): Promise<Buffer> {
  const code = await bwip.toBuffer({
    bcid,
    text,
    scale: 3,
    ...(bcid === 'code128' && { height: 12, includetext: true }),
  });
  return sharp({ create: { width: 900, height: 500, channels: 3, background: '#f4f1ea' } })
    .composite([
      {
        input: await sharp(code)
          .flatten({ background: '#fff' })
          .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' })
          .png()
          .toBuffer(),
      },
    ])
    .png()
    .toBuffer();
}
type Photo = (picture: Sharp) => Sharp | Promise<Sharp>;
const read = async (picture: Buffer, photo: Photo) => {
  const taken = await photo(sharp(picture));
  const { data, info } = await taken.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const reader = await createBarcodeReader();
  return reader({ data: new Uint8ClampedArray(data), width: info.width, height: info.height });
};
const PHOTOS: [string, Photo][] = [
  ['straight', (picture) => picture],
  ['as JPEG', async (picture) => sharp(await picture.jpeg({ quality: 60 }).toBuffer())],
  ['askew', (picture) => picture.rotate(4, { background: '#777' })],
  ['a little out of focus', (picture) => picture.blur(1.2)],
  ['in bad light', (picture) => picture.linear(0.45, 10)],
  ['upside down', (picture) => picture.rotate(180)],
];

for (const bcid of ['code128', 'datamatrix'] as const)
  test.each(PHOTOS)(`reads a ${bcid} label: %s (spec 17.3)`, async (name, photo) => {
    const text = `TB-2026-${bcid.length}${name.length}`;
    expect(await read(await label(bcid, text), photo)).toBe(text);
  });

test('finds no barcode in a picture without one', async () => {
  const plain = sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } });
  expect(await read(await plain.png().toBuffer(), (one) => one)).toBeNull();
});
