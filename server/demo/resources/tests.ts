import { DEMO_TESTS, TUBE_KINDS } from '../catalogue.ts';
import { defineSeed } from '../seeds.ts';

export default defineSeed({
  after: ['tubeKinds'],
  records: ({ ids }) =>
    DEMO_TESTS.map(({ kind, keeps: _, ...test }) => {
      const tubeKind = ids('tubeKinds')[TUBE_KINDS.findIndex(([name]) => name === kind)];
      return { ownTube: false, ...test, tubeKind };
    }),
});
