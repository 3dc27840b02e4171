import { build } from 'vite';
import { frameFile } from './paths.ts';

/** A source of the frame with all it needs as one script that stands by itself; `define` gives names in it values, in JSON. */
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
