import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { GlyphIcon } from '../../theme/tone.tsx';
import { runAfterPaint } from './afterPaint.ts';

interface DrawerProps {
  name: string;
  onClose: () => void;
  /** Beside the button that closes it. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog from the right, full width on phones. The Escape key, a click beside it and its button close it; the focus
 * goes to the button and back to what opened it. It is drawn without MUI, as it answers a click.
 */
export function Drawer({ name, onClose, tools, children }: DrawerProps) {
  const t = useTranslate();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    button.current?.focus({ preventScroll: true });
    const wake = blockPage();
    return () => {
      // First: nothing can be focused in what rests.
      wake();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    // What lies over the sheet (a menu, a question) keeps its own Escape to itself.
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

/** After the last stop of the Tab key comes the first, and before that the last. */
function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const stops = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    ({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null,
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/**
 * Keeps the screen behind a sheet from being scrolled, and once the sheet was shown from being reached. It keeps its
 * width where its scrollbar goes. Gives what ends it.
 */
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
