import './src/roles.ts';
import { appConfig } from 'portal-frame/vite';

export default appConfig();
