import { currentRole } from '../../session/session.ts';

/**
 * The page contains the sign-in as prerendered HTML (renderSignInHtml.tsx, frame/build/preload.ts), visible before its code loads.
 * Hydration then keeps typed text and replays a pressed button.
 */
const PRESSED_ATTRIBUTE = 'data-pressed';

/** True at / and /signin without a session. */
export const showsSignInOnly = (): boolean => currentRole() === null && ['/', '/signin'].includes(location.pathname);

/** Inserts the prerendered HTML and remembers the pressed button. Enter in a field presses the submit button. */
export function showPrerendered(root: HTMLElement, drawn: DocumentFragment): void {
  root.append(drawn);
  root.onclick = (event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    event.preventDefault();
    root.querySelector(`[${PRESSED_ATTRIBUTE}]`)?.removeAttribute(PRESSED_ATTRIBUTE);
    button.setAttribute(PRESSED_ATTRIBUTE, '');
  };
}

/** Replays the remembered button press. Call after hydration. */
export function takeOverPrerendered(root: HTMLElement): void {
  root.onclick = null;
  const pressed = root.querySelector<HTMLElement>(`[${PRESSED_ATTRIBUTE}]`);
  pressed?.removeAttribute(PRESSED_ATTRIBUTE);
  pressed?.click();
}
