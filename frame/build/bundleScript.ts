import { build } from 'vite';
import { frameFile } from './paths.ts';

/** Bundles a source of the frame into one script. `define` maps names to JSON. */
export async function bundleScript(source: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: frameFile(source), output: { format: 'iife' } },
    },
  });
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (script?.type !== 'chunk') throw new Error(`${source} gave no script.`);
  return script.code;
}
