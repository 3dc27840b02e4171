import { type DragEvent, useState } from 'react';

/** For a button around a file input: it looks like one; the input inside is what has the focus and the role. */
export const LABEL_BUTTON_PROPS = { component: 'label', role: undefined, tabIndex: -1 } as const;

/** Files dropped onto an element: spread `area` on it; `over` while some are held above it. */
export function useFileDrop(take: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  const area = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { over, area };
}
