// On SQLite only: nothing here depends on the database.
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { serverForAll } from './harness.ts';
import { VISIT } from './samples.ts';

const server = serverForAll({ MAX_UPLOAD_MB: '1' });
afterEach(() => vi.useRealTimers());

const add = (files: Record<string, File[]>) =>
  server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) =>
  new File([content], name, { type });

const GPS = { IFD0: { Make: 'SpyCam', ImageDescription: 'secret place' }, IFD3: { GPSLatitude: '40/1 26/1 46/1' } };

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>40,26.46N secret place</exif:GPSLatitude></x:xmpmeta>';

test.each(['jpeg', 'png', 'webp'] as const)(
  'keeps a %s among documents upright, in its size and without its location',
  async (type) => {
    // Its left third is red once it is upright.
    const red = await sharp({ create: { width: 2400, height: 1000, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const taken = await sharp({ create: { width: 2400, height: 3000, channels: 3, background: '#ffffff' } })
      .composite([{ input: red, gravity: 'south' }])
      .toFormat(type)
      .withExif(GPS)
      .withXmp(XMP)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(taken.includes('secret place')).toBe(true);
    const { data } = await add({ documents: [file(new Uint8Array(taken), `scan.${type}`, `image/${type}`)] });
    const { rawPayload } = await server.file('laboratory', data.documents[0]);
    const { width, height, exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
    expect([width, height]).toEqual([3000, 2400]);
    expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined));
    expect(rawPayload.includes('secret place')).toBe(false);
    const pixel = await sharp(rawPayload)
      .extract({ left: 500, top: 1200, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect([...pixel].map((one) => Math.round(one / 50))).toEqual([5, 0, 0]);
  },
);
