import '../../server/app.ts';
import { makeTemplate } from '../../frame/tests/api/template.ts';

export default () => makeTemplate('TEST_TEMPLATE');
