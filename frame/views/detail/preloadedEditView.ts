import { createPreloaded } from '../../parts/lazyComponent.tsx';

/** The form of a record, loaded while the pointer is over its link. */
export const preloadedEditView = createPreloaded(() => import('./EditView.tsx'));
