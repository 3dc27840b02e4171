import { type DragEvent, useState } from 'react';

/** Styles a label as a button. The file input inside keeps focus and role. */
export const LABEL_BUTTON_PROPS = { component: 'label', role: undefined, tabIndex: -1 } as const;

/** Accepts dropped files. Spread `area` on the drop target; `over` is true while files are held above it. */
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
