import { makeTemplate } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';

export default () => makeTemplate('TEST_TEMPLATE', app);
