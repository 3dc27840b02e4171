import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { GlyphIcon } from '../theme/tone.tsx';
import { afterFrame } from './afterFrame.ts';

interface SheetProps {
  name: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog from the right, full width on phones. The Escape key, a click beside it and its button close it; the focus
 * goes to the button and back to what opened it. It is drawn without MUI, as it answers a click.
 */
export function Sheet({ name, onClose, children }: SheetProps) {
  const t = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(restBehind, []);
  useEffect(() => {
    // What lies over the sheet (a menu, a question) keeps its own Escape to itself.
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onClose]);
  return createPortal(
    <div className="sheet">
      <button type="button" className="sheet-scrim" tabIndex={-1} aria-hidden onClick={onClose} />
      <div className="sheet-panel" role="dialog" aria-modal aria-label={name} tabIndex={-1}>
        <button ref={button} type="button" className="sheet-close" aria-label={t('form.close')} onClick={onClose}>
          <GlyphIcon name="close" />
        </button>
        {children}
      </div>
    </div>,
    document.body,
  );
}

/** Keeps the screen behind a sheet from being scrolled or reached, once the sheet was shown. Gives what ends it. */
function restBehind(): () => void {
  const { documentElement: page } = document;
  const shell = document.querySelector('[data-shell]');
  const callOff = afterFrame(() => {
    page.style.setProperty('--scrollbar', `${innerWidth - page.clientWidth}px`);
    page.classList.add('under-sheet');
    shell?.setAttribute('inert', '');
  });
  return () => {
    callOff();
    page.classList.remove('under-sheet');
    shell?.removeAttribute('inert');
  };
}
