import { z } from 'zod';
import { provideZod } from './native/zod.ts';

/** Whatever checks values in the portal imports this file: with it comes what schemas are made of (native/zod.ts). */
provideZod(z);
