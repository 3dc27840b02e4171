import type { Pixels } from './pixels.ts';

const BARCODE_FORMATS = ['code_128', 'data_matrix'];

/** Shape Detection API, which TypeScript does not know. */
interface Detector {
  detect(source: ImageData): Promise<{ rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

async function getNativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return BarcodeDetector && BARCODE_FORMATS.every((format) => supported.includes(format))
    ? new BarcodeDetector({ formats: BARCODE_FORMATS })
    : null;
}

export type BarcodeReader = (picture: Pixels) => Promise<string | null>;

/** Returns the browser's own reader if it has one, else zxing, which is loaded on demand. */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  const detector = await getNativeDetector();
  if (detector)
    return async ({ data, width, height }) => {
      const [found] = await detector.detect(new ImageData(new Uint8ClampedArray(data), width, height));
      return found?.rawValue ?? null;
    };
  const { decodeBarcode } = await import('./zxing.ts');
  return async (picture) => decodeBarcode(picture);
}
