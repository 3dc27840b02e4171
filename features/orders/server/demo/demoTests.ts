import { defineSeed } from '../../../../server/demo/seedCollections.ts';
import { DEMO_TESTS, TUBE_KINDS } from './demoCatalogue.ts';

export default defineSeed({
  dependsOn: ['tubeKinds'],
  records: ({ ids }) =>
    DEMO_TESTS.map(({ kind, stability: _, ...test }) => {
      const tubeKind = ids('tubeKinds')[TUBE_KINDS.findIndex(([name]) => name === kind)];
      return { ownTube: false, ...test, tubeKind };
    }),
});
