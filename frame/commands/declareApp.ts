import { importDeclarations } from '../build/declarations.ts';

// The app's declarations, before a command does anything with them.
await importDeclarations('src/roles.ts', 'server/app.ts');
