/** The archive shows the same records, so that its changes have the same hooks. */
export { default } from './appointments.ts';
