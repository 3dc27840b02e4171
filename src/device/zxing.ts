import {
  BinaryBitmap,
  Code128Reader,
  DataMatrixReader,
  DecodeHintType,
  HybridBinarizer,
  type Reader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Pixels } from './barcode.ts';

const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);

/** What one reader finds in a picture, or null. */
function decodeWith(reader: Reader, picture: BinaryBitmap): string | null {
  try {
    return reader.decode(picture, hints).getText();
  } catch {
    // The library throws where there is no barcode, or one that is damaged.
    return null;
  }
}

/** The barcode in a picture, or null. */
export function decodeBarcode({ data, width, height }: Pixels): string | null {
  const luminances = new Uint8ClampedArray(width * height);
  for (let at = 0; at < luminances.length; at++) {
    const red = at * 4;
    luminances[at] = ((data[red] ?? 0) + 2 * (data[red + 1] ?? 0) + (data[red + 2] ?? 0)) >> 2;
  }
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(luminances, width, height)));
  // Not by the library's MultiFormatReader: it writes each failure to the console.
  return decodeWith(new DataMatrixReader(), picture) ?? decodeWith(new Code128Reader(), picture);
}
