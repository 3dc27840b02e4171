import { importDeclarations } from '../build/declarations.ts';

await importDeclarations('src/roles.ts', 'server/app.ts');
