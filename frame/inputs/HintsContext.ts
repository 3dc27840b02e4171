import { createContext } from 'react';
import type { Hint } from '../wire/binding.ts';

/** Hints by the record's id, for the pickers within; undefined where there are none, or not yet. */
export const HintsContext = createContext<Readonly<Record<string, Hint>> | undefined>(undefined);
