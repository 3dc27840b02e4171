/** Browser entry for what plug-ins show with the first list: header items and list tools. It stays small. */

export { focusInput } from '../parts/focusInput.ts';
export { LateTooltip } from '../views/shared/ListPlaceholders.tsx';
