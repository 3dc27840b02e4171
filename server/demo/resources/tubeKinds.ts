import { TUBE_KINDS } from '../catalogue.ts';
import { defineSeed } from '../seedCollections.ts';

export default defineSeed({
  records: () =>
    TUBE_KINDS.map(([name, cap, additive, drawOrder, volume, minimum]) => ({
      ...{ name, cap, additive, drawOrder, volume, minimum },
    })),
});
