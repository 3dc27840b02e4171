// npm run pack:frame -- folder: packs the frame, for apps outside of this repository.
import { resolve } from 'node:path';
import { packFrame } from './lib/pack.ts';

const folder = resolve(process.argv[2] ?? '.');
console.log(`${folder}/${await packFrame(folder)}`);
