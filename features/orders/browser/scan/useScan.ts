import { useOnce } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isLabel } from '../../../../src/wire/orderApi.ts';
import { createBarcodeReader } from './barcode.ts';
import { capturePixels, decodePixels } from './pixels.ts';

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

/** Milliseconds. */
const SCAN_INTERVAL = 300;

/** Scans the back camera for a barcode. `isOn` is true while a camera is available. */
function useCamera(onFound: (text: string) => void, enabled = true) {
  const ref = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const report = useEffectEvent(onFound);
  useEffect(() => {
    if (!enabled) return;
    let opened: MediaStream | undefined;
    let over = false;
    const open = async () => {
      opened = await navigator.mediaDevices?.getUserMedia({ video: { facingMode: 'environment' } });
      if (over) for (const track of opened?.getTracks() ?? []) track.stop();
      else setStream(opened ?? null);
    };
    // Without a camera, pictures and typing remain.
    open().catch(() => undefined);
    return () => {
      over = true;
      for (const track of opened?.getTracks() ?? []) track.stop();
    };
  }, [enabled]);
  useEffect(() => {
    const video = ref.current;
    if (!stream || !video) return;
    let over = false;
    video.srcObject = stream;
    const look = async () => {
      await video.play();
      const read = await createBarcodeReader();
      while (!over) {
        const found =
          video.videoWidth > 0 ? await read(capturePixels(video, video.videoWidth, video.videoHeight)) : null;
        if (found && !over) report(found);
        await new Promise((done) => setTimeout(done, SCAN_INTERVAL));
      }
    };
    look().catch(() => {
      if (!over) setStream(null);
    });
    return () => {
      over = true;
    };
  }, [stream]);
  return { ref, isOn: stream !== null };
}
