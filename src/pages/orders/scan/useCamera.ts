import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createBarcodeReader } from '../../../device/barcode.ts';
import { capturePixels } from '../../../device/pixels.ts';

/** Milliseconds. */
const SCAN_INTERVAL = 300;

/** Scans the back camera for a barcode. `isOn` is true while a camera is available. */
export function useCamera(onFound: (text: string) => void, enabled = true) {
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
