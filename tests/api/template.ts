import '../../server/app.ts';
import { makeTemplate } from 'portal-frame/testing/helpers';

export default () => makeTemplate('TEST_TEMPLATE');
