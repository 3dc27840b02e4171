// A file of its own, so that react-admin's dialog loads on demand.
export { Confirm as default } from 'react-admin';
