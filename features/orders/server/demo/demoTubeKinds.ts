import { defineSeed } from '../../../../server/demo/seedCollections.ts';
import { TUBE_KINDS } from './demoCatalogue.ts';

export default defineSeed({
  records: () =>
    TUBE_KINDS.map(([name, cap, additive, drawOrder, volume, minimum]) => ({
      ...{ name, cap, additive, drawOrder, volume, minimum },
    })),
});
