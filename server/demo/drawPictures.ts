import sharp from 'sharp';
import type { Random } from './demoRandom.ts';

/** The pictures are drawn so that they show no real person. They have no text, as fonts may be missing. */
const GROUNDS = [
  '#c8dcd6 #8fb8b0',
  '#d9d2e6 #a99bc9',
  '#f0dcc4 #d9ae7d',
  '#cfdff0 #93b4d6',
  '#ecd0d0 #cf9a9a',
  '#dfe5c8 #aebd80',
];
const SKINS = ['#f2d3b8', '#e3b48c', '#c98d62', '#9c6440', '#6f4429', '#f6ddc9'];
const HAIRS = ['#2b211c', '#4a3323', '#7b5a3a', '#a8a29b', '#dcd7cf', '#b5703c'];
const CLOTHES = ['#2f6f6a', '#3d5a80', '#7a4e6d', '#6b705c', '#8c5e3c', '#44516b'];

const svg = (width: number, height: number, shapes: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${shapes}</svg>`,
  );

const toJpeg = (drawing: Buffer) => sharp(drawing).jpeg({ quality: 80 }).toBuffer();

/** Draws head and shoulders as a JPEG, 256 x 256 px. */
export function drawPortrait(random: Random, longHair: boolean): Promise<Buffer> {
  const [light, dark] = random.pick(GROUNDS).split(' ');
  const [skin, hair, cloth] = [random.pick(SKINS), random.pick(HAIRS), random.pick(CLOTHES)];
  const locks = longHair
    ? `<rect x="72" y="92" width="112" height="${random.int(96, 130)}" rx="46" fill="${hair}"/>`
    : '';
  return toJpeg(
    svg(
      256,
      256,
      `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
       <rect width="256" height="256" fill="url(#g)"/>${locks}
       <path d="M28 256c0-58 44-78 100-78s100 20 100 78z" fill="${cloth}"/>
       <rect x="108" y="146" width="40" height="48" rx="18" fill="${skin}"/>
       <ellipse cx="128" cy="112" rx="44" ry="52" fill="${skin}"/>
       <path d="M82 112c-4-52 22-66 46-66s50 14 46 66c-8-26-20-${random.int(28, 36)}-46-${random.int(28, 36)}s-38 8-46 36z" fill="${hair}"/>`,
    ),
  );
}

/** Draws a flask as a JPEG, 256 x 256 px. */
export function drawLaboratorySign(random: Random): Promise<Buffer> {
  const [light, dark] = random.pick(GROUNDS).split(' ');
  return toJpeg(
    svg(
      256,
      256,
      `<rect width="256" height="256" fill="${light}"/><circle cx="128" cy="128" r="92" fill="${dark}"/>
       <path d="M108 66h40v8h-6v42l34 58c5 9-1 18-11 18H91c-10 0-16-9-11-18l34-58V74h-6z" fill="#fff"/>
       <path d="M101 150h54l16 27c2 4 0 7-4 7H89c-4 0-6-3-4-7z" fill="${random.pick(CLOTHES)}"/>`,
    ),
  );
}

/** Draws a tube label with a barcode as a JPEG, 480 x 300 px. */
export function drawTubeLabel(random: Random): Promise<Buffer> {
  let x = 70;
  let bars = '';
  while (x < 400) {
    const width = random.int(2, 6);
    bars += `<rect x="${x}" y="120" width="${width}" height="100"/>`;
    x += width + random.int(2, 6);
  }
  return toJpeg(
    svg(
      480,
      300,
      `<rect width="480" height="300" fill="#8b8f94"/><rect x="36" y="44" width="408" height="212" rx="6" fill="#fbfaf6"/>
       <rect x="36" y="44" width="408" height="16" rx="6" fill="${random.pick(CLOTHES)}"/>
       <g fill="#555"><rect x="70" y="78" width="${random.int(150, 250)}" height="9"/><rect x="70" y="96" width="120" height="7"/>
       <rect x="70" y="232" width="180" height="8"/></g><g fill="#1a1a1a">${bars}</g>`,
    ),
  );
}
