import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { GlyphIcon } from '../../theme/chipTones.tsx';
import { runAfterPaint } from './afterPaint.ts';

interface DrawerProps {
  name: string;
  onClose: () => void;
  /** Shown beside the close button. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A dialog from the right, without MUI for speed. Escape, a click outside and its button close it. */
export function Drawer({ name, onClose, tools, children }: DrawerProps) {
  const t = useTranslate();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    button.current?.focus({ preventScroll: true });
    const unblock = blockPage();
    return () => {
      // Must come first: inert elements cannot be focused.
      unblock();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    // Menus and dialogs above the drawer handle their own Escape.
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === 'Escape') onClose();
      if (event.key === 'Tab' && panel.current) trapFocus(event, panel.current);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onClose]);
  return createPortal(
    <div className="sheet">
      <button type="button" className="sheet-scrim" tabIndex={-1} aria-hidden onClick={onClose} />
      <div ref={panel} className="sheet-panel" role="dialog" aria-modal aria-label={name} tabIndex={-1}>
        <button ref={button} type="button" className="sheet-close" aria-label={t('form.close')} onClick={onClose}>
          <GlyphIcon name="close" />
        </button>
        {tools}
        {children}
      </div>
    </div>,
    document.body,
  );
}

const FOCUSABLE = ':is(a[href], button, input, textarea, select, [tabindex]):not(:disabled)';

/** Moves the focus from the last element of the drawer to the first, and back with Shift, so that Tab stays inside. */
function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const stops = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    ({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null,
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** Stops the page from scrolling, and makes it inert after the first paint. Returns a function that ends both. */
function blockPage(): () => void {
  const { documentElement: page, body } = document;
  const shell = document.querySelector('[data-shell]');
  const scrollbar = innerWidth - page.clientWidth;
  page.style.overflow = 'hidden';
  if (scrollbar > 0) body.style.paddingRight = `${scrollbar}px`;
  const callOff = runAfterPaint(() => shell?.setAttribute('inert', ''));
  return () => {
    callOff();
    page.style.overflow = '';
    body.style.paddingRight = '';
    shell?.removeAttribute('inert');
  };
}
