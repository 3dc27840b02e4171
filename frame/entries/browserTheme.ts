/** Browser entry for looks: icons and styles; `portal-frame/tokens` has colours and sizes. */

export { Icon } from '../theme/icons.tsx';
export { visuallyHidden } from '../theme/visuallyHidden.ts';
