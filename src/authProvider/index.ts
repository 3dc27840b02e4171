export { authProvider } from 'portal-frame/browser';
