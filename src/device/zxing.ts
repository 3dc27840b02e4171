import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Pixels } from './barcode.ts';

const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128, BarcodeFormat.DATA_MATRIX]],
  [DecodeHintType.TRY_HARDER, true],
]);

/** The barcode in a picture, or null. */
export function readPixels({ data, width, height }: Pixels): string | null {
  const luminances = new Uint8ClampedArray(width * height);
  for (let at = 0; at < luminances.length; at++) {
    const red = at * 4;
    luminances[at] = ((data[red] ?? 0) + 2 * (data[red + 1] ?? 0) + (data[red + 2] ?? 0)) >> 2;
  }
  const reader = new MultiFormatReader();
  try {
    const source = new RGBLuminanceSource(luminances, width, height);
    return reader.decode(new BinaryBitmap(new HybridBinarizer(source)), hints).getText();
  } catch {
    // The library throws where there is none, or one that is damaged.
    return null;
  }
}
