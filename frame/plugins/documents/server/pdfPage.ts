import PDFDocument from 'pdfkit';
import { BOLD, hasLetters, REGULAR, readOtherLetters } from './pdfFonts.ts';

/** Points on US Letter. */
const MARGIN = 54;
const FOOTER_HEIGHT = 30;
const ROW_GAP = 5;
const OTHER = 'other letters';
const TEXT_SIZE = 9;

type Structure = ReturnType<InstanceType<typeof PDFDocument>['struct']>;

interface TextOptions {
  /** From the left margin. */
  x?: number;
  width?: number;
  size?: number;
  font?: string;
  atEnd?: boolean;
}
interface RowOptions {
  widths: readonly number[];
  /** Cells whose text stands at their end. */
  ends: readonly boolean[];
  font?: string;
  tag?: 'TH' | 'TD';
  /** Writes what a new page repeats. */
  onNewPage?(): void;
}

/** The pages of a tagged PDF, written from top to bottom. */
export interface PdfPage {
  y: number;
  readonly top: number;
  readonly width: number;
  /** Writes text as an element of the document's structure, which screen readers follow. */
  tag(type: string, write: () => void): void;
  text(text: string, options?: TextOptions): void;
  /** Height of a text in points. */
  measure(text: string, width: number): number;
  /** Begins a page if less than this height is left. True if it did. */
  reserve(height: number): boolean;
  /** Draws a picture at the top right. */
  image(png: Buffer, size: readonly [number, number], alt: string): void;
  openTable(write: () => void): void;
  row(cells: readonly string[], options: RowOptions): void;
  line(): void;
  /** Ends the document with a footer on each page. */
  end(toFooter: (page: number, count: number) => { start: string; end: string }): Promise<Buffer>;
}

interface PdfOptions {
  title: string;
  language: string;
  /** All letters of the document. */
  letters: string;
}

/** Creates a PDF. A font with every script is loaded only for a document that needs it. */
export async function createPdf({ title, language, letters }: PdfOptions): Promise<PdfPage> {
  const pdf = new PDFDocument({
    ...{ size: 'LETTER', margin: MARGIN, font: REGULAR, bufferPages: true },
    ...{ pdfVersion: '1.7', tagged: true, displayTitle: true, lang: language, info: { Title: title } },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  const all = new Set(letters);
  const isCovered = hasLetters(REGULAR, all) && hasLetters(BOLD, all);
  if (!isCovered) pdf.registerFont(OTHER, await readOtherLetters());
  const select = (text: string, font: string, size: number) =>
    pdf.font(isCovered || hasLetters(font, text) ? font : OTHER).fontSize(size);

  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let parent: Structure = root;
  const width = pdf.page.width - 2 * MARGIN;
  const bottom = pdf.page.height - MARGIN - FOOTER_HEIGHT;
  /** Adds an element; `write` may add others to it. */
  const nest = (type: string, write: () => void) => {
    const outer = parent;
    const element = pdf.struct(type);
    outer.add(element);
    parent = element;
    write();
    element.end();
    parent = outer;
  };
  const decorate = (draw: () => void) => {
    pdf.markContent('Artifact', { type: 'Pagination' });
    draw();
    pdf.endMarkedContent();
  };
  const page: PdfPage = {
    ...{ y: MARGIN, top: MARGIN, width },
    tag: (type, write) => nest(type, () => parent.add(write)),
    text(text, { x = 0, width: within = width, size = TEXT_SIZE, font = REGULAR, atEnd = false } = {}) {
      select(text, font, size);
      pdf.text(text, MARGIN + x, page.y, { width: within, ...(atEnd && { align: 'right' }) });
      page.y = pdf.y;
    },
    measure: (text, within) => select(text, REGULAR, TEXT_SIZE).heightOfString(text || ' ', { width: within }),
    reserve(height) {
      if (page.y + height <= bottom) return false;
      pdf.addPage();
      page.y = MARGIN;
      return true;
    },
    image(png, fit, alt) {
      const element = pdf.struct('Figure', { alt: alt || title }, () =>
        pdf.image(png, MARGIN + width - fit[0], MARGIN, { fit: [...fit], align: 'right' }),
      );
      root.add(element);
      element.end();
    },
    openTable: (write) => nest('Table', write),
    row(cells, { widths, ends, font = REGULAR, tag = 'TD', onNewPage }) {
      const measured = cells.map((cell, at) => {
        select(cell, font, TEXT_SIZE);
        return pdf.heightOfString(cell || ' ', { width: (widths[at] ?? 0) - 6 });
      });
      const height = Math.max(...measured) + ROW_GAP;
      if (page.reserve(height)) onNewPage?.();
      const { y } = page;
      nest('TR', () => {
        let x = 0;
        for (const [at, cell] of cells.entries()) {
          const [from, within] = [x, (widths[at] ?? 0) - 6];
          const atEnd = ends[at] ?? false;
          x += widths[at] ?? 0;
          page.y = y;
          page.tag(tag, () => page.text(cell, { x: atEnd ? from + 6 : from, width: within, font, atEnd }));
        }
      });
      page.y = y + height;
    },
    line() {
      decorate(() =>
        pdf
          .moveTo(MARGIN, page.y)
          .lineTo(MARGIN + width, page.y)
          .lineWidth(0.5)
          .strokeColor('#b8c0c4')
          .stroke(),
      );
      page.y += ROW_GAP;
    },
    async end(toFooter) {
      root.end();
      const { count } = pdf.bufferedPageRange();
      for (let at = 0; at < count; at++) {
        pdf.switchToPage(at);
        const { start, end } = toFooter(at + 1, count);
        // The footer stands in the bottom margin, which would begin a page otherwise.
        pdf.page.margins.bottom = 0;
        decorate(() => {
          const top = pdf.page.height - MARGIN - FOOTER_HEIGHT + 12;
          select(start, REGULAR, 8).text(start, MARGIN, top, { width: width - 90, height: 40, ellipsis: true });
          select(end, REGULAR, 8).text(end, MARGIN + width - 84, top, { width: 84, align: 'right' });
        });
      }
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
  return page;
}
