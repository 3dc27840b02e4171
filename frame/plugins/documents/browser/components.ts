/** Components for the app's own screens. */
export { DocumentButtons, downloadDocument } from './DocumentButtons.tsx';
