import { currentRole } from '../../session/session.ts';

/**
 * The sign-in stands in the page as the build has drawn it (drawn.tsx, scripts/lib/preload.ts), so that it is seen
 * before its code has come, which then takes it over as it is: what was typed stays, and what was pressed is pressed.
 */
const PRESSED_ATTRIBUTE = 'data-pressed';

/** Whether the sign-in alone is to be shown: nobody is signed in, and no other screen was asked for. */
export const showsSignInOnly = (): boolean => currentRole() === null && ['/', '/signin'].includes(location.pathname);

/** Shows what was drawn, and keeps in mind which button was pressed. Enter in a field presses its form's. */
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

/** To be called once the code has taken over. */
export function takeOverPrerendered(root: HTMLElement): void {
  root.onclick = null;
  const pressed = root.querySelector<HTMLElement>(`[${PRESSED_ATTRIBUTE}]`);
  pressed?.removeAttribute(PRESSED_ATTRIBUTE);
  pressed?.click();
}
