import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { createEventLoopYield } from 'portal-frame/server';
import type { MoneyDocument } from './moneyDocument.ts';

const require = createRequire(import.meta.url);
/** DejaVu Sans has the letters of Latin, Greek, Cyrillic, Hebrew, Arabic and other scripts. */
const REGULAR = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** US Letter in points. */
const MARGIN = 48;
const WIDTHS = [92, 78, 276, 70] as const;
const GAP = 4;

type Pdf = InstanceType<typeof PDFDocument>;

/** Writes a row of the table, on a new page if this one is full. */
function addRow(pdf: Pdf, cells: readonly string[], font = REGULAR): void {
  pdf.font(font).fontSize(8);
  const heights = cells.map((cell, at) => pdf.heightOfString(cell, { width: WIDTHS[at] ?? 0 }));
  const height = Math.max(...heights) + GAP;
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
  const { y } = pdf;
  let x = MARGIN;
  for (const [at, cell] of cells.entries()) {
    const isAmount = at === WIDTHS.length - 1;
    pdf.text(cell, x, y, { width: WIDTHS[at] ?? 0, ...(isAmount && { align: 'right' }) });
    x += WIDTHS[at] ?? 0;
  }
  pdf.y = y + height;
}

/** Renders an invoice or statement as a PDF. */
export async function renderPdf({ title, facts, heads, lines, total }: MoneyDocument): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: MARGIN, font: REGULAR, info: { Title: title }, lang: 'en' });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.font(BOLD).fontSize(18).text(title).moveDown(0.5);
  for (const [label, value] of facts) pdf.font(REGULAR).fontSize(10).text(`${label}: ${value}`);
  pdf.moveDown();
  addRow(pdf, heads, BOLD);
  const yieldNow = createEventLoopYield();
  for (const line of lines) {
    await yieldNow();
    addRow(pdf, line);
  }
  addRow(pdf, ['', '', '', total], BOLD);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
