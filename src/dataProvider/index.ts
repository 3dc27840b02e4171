export { dataProvider } from 'portal-frame/browser';
