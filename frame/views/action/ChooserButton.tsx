import type { ComponentProps } from 'react';
import { GlyphIcon } from '../../theme/chipTones.tsx';

/** The button of a row that opens a menu or a picker. */
export function ChooserButton({ onOpen, children, ...props }: ComponentProps<'button'> & { onOpen: () => void }) {
  return (
    <button
      type="button"
      className="chooser"
      {...props}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {children}
      <GlyphIcon name="opens" />
    </button>
  );
}
