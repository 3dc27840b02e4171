import { describe } from 'vitest';
import { testCollection } from './collectionTest.ts';
import { PLAN_RESOURCES } from './planConfigs.ts';

describe.each(PLAN_RESOURCES)('$name', (resource) => {
  testCollection(resource, PLAN_RESOURCES);
});
