import { describe } from 'vitest';
import closedDays from '../../src/resources/closedDays.ts';
import credentials from '../../src/resources/credentials.ts';
import shifts from '../../src/resources/shifts.ts';
import skills from '../../src/resources/skills.ts';
import timeOff from '../../src/resources/timeOff.ts';
import visitNeeds from '../../src/resources/visitNeeds.ts';
import workRules from '../../src/resources/workRules.ts';
import zipPlaces from '../../src/resources/zipPlaces.ts';
import zones from '../../src/resources/zones.ts';
import { testCollection } from './collectionTest.ts';

const ALL = [shifts, timeOff, closedDays, zones, zipPlaces, skills, credentials, workRules, visitNeeds];

describe.each(ALL)('$name', (resource) => {
  testCollection(resource, ALL);
});
