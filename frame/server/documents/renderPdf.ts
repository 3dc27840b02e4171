import PDFDocument from 'pdfkit';
import { BOLD, hasLetters, REGULAR, readOtherLetters } from './pdfFonts.ts';
import type { TableDocument } from './tableDocument.ts';

/** US Letter in points. */
const MARGIN = 48;
const WIDTHS = [92, 78, 276, 70] as const;
const GAP = 4;
const OTHER = 'other letters';

type Pdf = InstanceType<typeof PDFDocument>;

/** Selects a font that has the letters of a text. */
type SelectFont = (pdf: Pdf, text: string, font: string) => Pdf;

/** Writes a row of the table, on a new page if this one is full. */
function addRow(pdf: Pdf, cells: readonly string[], selectFont: SelectFont, font = REGULAR): void {
  pdf.fontSize(8);
  const heights = cells.map((cell, at) => selectFont(pdf, cell, font).heightOfString(cell, { width: WIDTHS[at] ?? 0 }));
  const height = Math.max(...heights) + GAP;
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
  const { y } = pdf;
  let x = MARGIN;
  for (const [at, cell] of cells.entries()) {
    const isAmount = at === WIDTHS.length - 1;
    selectFont(pdf, cell, font).text(cell, x, y, { width: WIDTHS[at] ?? 0, ...(isAmount && { align: 'right' }) });
    x += WIDTHS[at] ?? 0;
  }
  pdf.y = y + height;
}

/** Renders a document as a PDF. Takes seconds for a large one: call it on a thread (renderOnThread.ts). */
export async function renderPdf({ title, facts, heads, lines, total }: TableDocument): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: MARGIN, font: REGULAR, info: { Title: title }, lang: 'en' });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  const letters = new Set([title, ...facts.flat(), ...heads, total].join(''));
  for (const cell of lines.flat()) for (const letter of cell) letters.add(letter);
  const isCovered = hasLetters(REGULAR, letters) && hasLetters(BOLD, letters);
  if (!isCovered) pdf.registerFont(OTHER, await readOtherLetters());
  const selectFont: SelectFont = (on, text, font) => on.font(isCovered || hasLetters(font, text) ? font : OTHER);
  selectFont(pdf, title, BOLD).fontSize(18).text(title).moveDown(0.5);
  for (const [label, value] of facts) {
    const line = `${label}: ${value}`;
    selectFont(pdf, line, REGULAR).fontSize(10).text(line);
  }
  pdf.moveDown();
  addRow(pdf, heads, selectFont, BOLD);
  for (const line of lines) addRow(pdf, line, selectFont);
  addRow(pdf, ['', '', '', total], selectFont, BOLD);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
