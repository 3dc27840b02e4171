import { declareBy } from '../build/declarations.ts';

// The app's declarations, before a command does anything with them.
await declareBy('src/roles.ts', 'server/app.ts');
