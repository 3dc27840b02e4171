import { z } from 'zod';
import { provideZod } from './native/zod.ts';

/** Import this before validating in the browser: it loads zod for native/zod.ts. */
provideZod(z);
