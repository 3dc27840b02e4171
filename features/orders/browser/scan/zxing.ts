import {
  BinaryBitmap,
  Code128Reader,
  DataMatrixReader,
  DecodeHintType,
  HybridBinarizer,
  type Reader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Pixels } from './pixels.ts';

const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);

function decodeWith(reader: Reader, picture: BinaryBitmap): string | null {
  try {
    return reader.decode(picture, hints).getText();
  } catch {
    // The library throws if it finds no valid barcode.
    return null;
  }
}

/** Decodes a Data Matrix or Code 128 barcode. Returns null if there is none. */
export function decodeBarcode({ data, width, height }: Pixels): string | null {
  const luminances = new Uint8ClampedArray(width * height);
  for (let at = 0; at < luminances.length; at++) {
    const red = at * 4;
    luminances[at] = ((data[red] ?? 0) + 2 * (data[red + 1] ?? 0) + (data[red + 2] ?? 0)) >> 2;
  }
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(luminances, width, height)));
  // MultiFormatReader logs each failure to the console.
  return decodeWith(new DataMatrixReader(), picture) ?? decodeWith(new Code128Reader(), picture);
}
