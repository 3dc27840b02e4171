import { describe } from 'vitest';
import { testCollection } from '../../../tests/api/collectionTest.ts';
import { PLAN_RESOURCES } from '../../../tests/api/planConfigs.ts';

describe.each(PLAN_RESOURCES)('$name', (resource) => {
  testCollection(resource, PLAN_RESOURCES);
});
