import { createContext } from 'react';
import type { Hint } from '../wire/binding.ts';

/** Hints by record id for the pickers inside. Undefined while loading or if there are none. */
export const HintsContext = createContext<Readonly<Record<string, Hint>> | undefined>(undefined);
