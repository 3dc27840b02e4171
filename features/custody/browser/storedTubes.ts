import { getVault, type Vault, withTabLock } from 'portal-frame/device';
import type { TubesInHand } from '../wire/custodyApi.ts';

const TUBES_KEY = 'inHand';

const withTubesLock = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
  const vault = await getVault();
  return withTabLock('inHand', () => work(vault));
};
const readTubes = async (vault: Vault) => (await vault.get<TubesInHand[]>(TUBES_KEY))?.data ?? [];

/** Returns the tubes in hand as the host last reported them. */
export const loadTubesInHand = (): Promise<TubesInHand[]> => withTubesLock(readTubes);

export const storeTubesInHand = (tubes: readonly TubesInHand[]): Promise<void> =>
  withTubesLock((vault) => vault.put(TUBES_KEY, tubes));

export const removeTubesInHand = (gone: ReadonlySet<string>): Promise<void> =>
  withTubesLock(async (vault) => {
    const left = (await readTubes(vault)).map((one) => ({
      ...one,
      labels: one.labels.filter((label) => !gone.has(label)),
    }));
    await vault.put(TUBES_KEY, left);
  });
