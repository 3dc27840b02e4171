import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createBarcodeReader } from '../../device/barcode.ts';
import { capturePixels } from '../../device/pixels.ts';

/** Milliseconds between two looks at the camera's picture. */
const SCAN_INTERVAL = 300;

/** Looks at the back camera's picture until it shows a barcode; `element` where there is a camera that may be used. */
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
    // Without a camera, or the right to it, there are a picture and typing.
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
  return { ref, element: stream !== null };
}
