export { authProvider } from '../../frame/authProvider/index.ts';
