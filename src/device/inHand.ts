import { withLock } from '../../frame/device/lock.ts';
import { currentVault, type Vault } from '../../frame/device/vault.ts';
import type { InHand } from '../wire/custody.ts';

const IN_HAND = 'inHand';

/** One change at a time, in all tabs together. */
const alone = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
  const vault = await currentVault();
  return withLock('inHand', () => work(vault));
};
const read = async (vault: Vault) => (await vault.get<InHand[]>(IN_HAND))?.about ?? [];

/** The tubes that the host last reported to be in these hands, of whichever day. */
export const readInHand = (): Promise<InHand[]> => alone(read);

/** Keeps what the host reported. */
export const keepInHand = (tubes: readonly InHand[]): Promise<void> => alone((vault) => vault.put(IN_HAND, tubes));

/** Takes out what was handed over. */
export const dropFromHand = (gone: ReadonlySet<string>): Promise<void> =>
  alone(async (vault) => {
    const left = (await read(vault)).map((one) => ({ ...one, labels: one.labels.filter((label) => !gone.has(label)) }));
    await vault.put(IN_HAND, left);
  });
