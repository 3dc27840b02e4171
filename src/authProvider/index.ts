/** Who is signed in, as which role, and what that role may do. */
export { authProvider } from '../../frame/authProvider/index.ts';
