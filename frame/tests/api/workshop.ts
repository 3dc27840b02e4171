import app from '../app/server/app.ts';
import { makeTemplate } from './template.ts';

export default () => makeTemplate('TEST_WORKSHOP', app);
