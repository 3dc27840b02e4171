import { useOnce } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { createBarcodeReader } from '../../../device/barcode.ts';
import { decodePixels } from '../../../device/pixels.ts';
import { isLabel } from '../../../wire/orderApi.ts';
import { useCamera } from './useCamera.ts';

/** Milliseconds in which the camera ignores the same label. */
const REPEAT_DELAY = 3000;

/** Takes labels by camera, picture or typing, one after another. `onLabel` returns an error text or undefined. */
export function useScan(
  onLabel: (label: string) => Promise<string | undefined>,
  { withCamera } = { withCamera: true },
) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const last = useRef({ label: '', at: 0 });
  const take = useOnce(async (label: string) => {
    const wrong = isLabel(label) ? await onLabel(label) : t('validation.label');
    setError(wrong ?? '');
    if (!wrong) setText('');
  });
  const onSeen = (label: string) => {
    const isSame = last.current.label === label && Date.now() - last.current.at < REPEAT_DELAY;
    last.current = { label, at: Date.now() };
    if (!isSame) void take(label);
  };
  const video = useCamera(onSeen, withCamera);
  const onPicture = async (picture: Blob) => {
    const read = async () => (await createBarcodeReader())(await decodePixels(picture));
    const label = await read().catch(() => null);
    if (label) await take(label);
    else setError(t('orders.noCode'));
  };
  const onText = (value: string) => {
    setText(value);
    setError('');
  };
  return { text, error, video, onText, onPicture, submit: () => take(text.trim()) };
}
export type Scan = ReturnType<typeof useScan>;
